// vitrine compare: how far two documents lie apart, over an action.

import { type FoundTurn, isQuarterTurn, type LargestDistance } from '../../core/health';
import { type Command, type Context, formatOf, jsonOption, numberOf, UsageError } from '../command';
import { examples } from '../help';
import type { VitrineDocument } from '../index';
import { gatherWithAnimations, loadOptions, readOptions, sayIssues } from '../load';
import { kMostSamples } from '../inputs';
import { statOf } from '../system';
import { decimal, json, plain, table } from '../terminal';

const kSamples = 61;

export const compare: Command = {
  name: 'compare',
  summary: 'measures the distance between two documents over an action, by vertex or by surface',
  operands: 'A B',
  options: {
    action: { value: 'NAME|INDEX', text: 'the action of both (default: the bind pose)' },
    'other-action': { value: 'NAME|INDEX', text: 'the action of B, if it is a different one' },
    samples: {
      value: 'N',
      needs: 'action',
      text: `number of times, at most ${kMostSamples} (default: the action's frames, else ${kSamples})`,
    },
    turn: {
      value: 'TURN',
      text: 'turn B about an axis of the world, y up: y90, x-90, z180, or two, x90,z180 (compare says when one helps)',
    },
    'max-distance': { value: 'D', text: 'exit status 1 if the distance is larger' },
    format: { value: 'pretty|json', text: 'a table (default) or all numbers' },
    json: jsonOption,
    ...loadOptions,
  },
  examples: examples.compare,
  failure: 'the files have errors, or lie farther apart than --max-distance',
  async run(context) {
    const { operands, values } = context;
    const format = formatOf(values, ['pretty', 'json']);
    const samples = numberOf(values, 'samples', 'whole', kMostSamples);
    const most = numberOf(values, 'max-distance', 'real');
    const { turn } = values;
    if (turn !== undefined && !isQuarterTurn(turn))
      throw new UsageError(`--turn is x, y or z with 90, -90 or 180 degrees, such as y90, or two such as x90,z180`);
    const [a, b] = operands;
    if (a === undefined || b === undefined || operands.length !== 2)
      throw new UsageError('compare needs two documents; separate the files of one by commas');
    if (samples === 0) throw new UsageError('--samples must be at least 1');
    const first = await load(context, a),
      second = await load(context, b);
    const status = Math.max(sayIssues(context, first), sayIssues(context, second));
    if (!first.shown || !second.shown) return 1;
    const action = typeof values.action === 'string' ? first.action(values.action) : undefined;
    const wanted = typeof values['other-action'] === 'string' ? values['other-action'] : values.action;
    const otherAction = typeof wanted === 'string' ? second.action(wanted) : undefined;
    const numbers = {
      ...(action && { action: first.actions.indexOf(action) }),
      ...(otherAction && { otherAction: second.actions.indexOf(otherAction) }),
    };
    const count = action ? (samples ?? (action.frames || kSamples)) : 1,
      duration = action?.duration ?? 0;
    const found = Array.from({ length: count }, (_, i) => {
      const time = count > 1 ? (duration * i) / (count - 1) : 0;
      return { time, ...first.compare(second, { time, ...numbers, ...(turn && { turn }) }) };
    });
    const measured = found.filter((sample): sample is Sample => 'distance' in sample);
    const largest = measured.reduce<Sample | null>((best, s) => (best && best.distance >= s.distance ? best : s), null);
    const offered = !turn && largest ? first.findTurn(second, { time: largest.time, ...numbers }) : undefined;
    const report = {
      first: a,
      second: b,
      turn: turn ?? null,
      offeredTurn: offered ?? null,
      action: action?.name ?? null,
      otherAction: otherAction?.name ?? null,
      by: largest?.by ?? null,
      vertices: largest?.vertices ?? 0,
      largest,
      samples: measured,
    };
    context.out(`${format === 'json' ? json(report) : pretty(measured, largest, turn, offered)}\n`);
    return most !== undefined && (!largest || largest.distance > most) ? 1 : status;
  },
};

/** The files of one side. A name may have commas of its own: of those that are there, the longest is meant. */
function partsOf(operand: string): string[] {
  // Those in braces belong to a pattern.
  const parts = operand.match(/(?:\{[^{}]*\}|[^,])+|(?<=,|^)(?=,|$)/g) ?? [],
    found: string[] = [];
  for (let first = 0, end = 0; first < parts.length; first = end) {
    const named = (last: number): string => parts.slice(first, last).join(',');
    for (end = parts.length; end > first + 1 && !statOf(named(end));) --end;
    if (named(end) !== '') found.push(named(end));
  }
  return found;
}

type Sample = LargestDistance & { time: number };

async function load({ values, vitrine }: Context, operand: string): Promise<VitrineDocument> {
  const core = await vitrine();
  const extensions = core.formats.flatMap((row) => row.extensions);
  const { models, animations, resolve } = await gatherWithAnimations(partsOf(operand), values, extensions);
  return core.load(models, { resolve, animations, ...readOptions(values) });
}

function pretty(samples: readonly Sample[], largest: Sample | null, turn?: string, offered?: FoundTurn): string {
  if (!largest) return 'There are no vertices to compare.';
  const rows = samples.map(({ time, distance, vertex, name }) => [
    `${decimal(time)} s`,
    decimal(distance),
    vertex,
    plain(name),
  ]);
  const how =
    largest.by === 'vertex'
      ? `by number: vertex against vertex, ${largest.vertices} of them`
      : `by surface: each of ${largest.vertices} vertices of the first against the closest point on the second, in one direction`;
  return [
    `Largest distance ${decimal(largest.distance)} at ${decimal(largest.time)} s: vertex ${largest.vertex} of ${plain(largest.name)}`,
    `${how}, ${turn ? `the second turned by ${turn}` : offered ? 'each facing as its file says' : 'both facing the same way'}, in world units`,
    ...(offered
      ? [
          `They agree when the second is turned: ${decimal(offered.distance)} at ${decimal(largest.time)} s with --turn ${offered.turn}`,
        ]
      : []),
    '',
    table([['time', 'distance', 'vertex', 'of'], ...rows]),
  ].join('\n');
}
