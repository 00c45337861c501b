// vitrine world: evaluates a world document at given times, or writes a new one to begin with.

import { worldTemplates } from '../../base/worldTemplates';
import { soundKinds } from '../../core/formats';
import { someOf } from '../../core/names';
import type { Vector, WorldCamera, WorldFrame, WorldReport } from '../../core/world';
import { type BatchTally, failsAlone, summary as batchSummary } from '../batch';
import {
  type Command,
  type Context,
  formatOf,
  jsonOption,
  listed,
  onlyFor,
  refuseOthers,
  UsageError,
} from '../command';
import { hint } from '../help';
import { type Vitrine, VitrineError } from '../index';
import { Outputs, refuseExisting } from '../outputs';
import { decimal, issueLine, json, plain, table } from '../terminal';
import { isWorldName, openWorlds, type WorldInput } from '../worldFiles';

/** Over thirty years; further out a double no longer distinguishes one frame from the next. */
const kMostSeconds = 1e9;

/** Kinds of results. */
const kReports = 'reports',
  kNew = 'new documents';

const reportOptions: Command['options'] = {
  time: { value: 'S[,S...]', text: 'time in seconds; several are evaluated in order (default: 0)' },
  camera: {
    value: 'X,Y,Z[,DX,DY,DZ[,UX,UY,UZ]]',
    text: "position, direction and up of the camera, instead of the document's",
  },
  aspect: { value: 'A', text: "aspect ratio of the picture, instead of the document camera's" },
  batch: { text: 'every world document of the operands, with a summary at the end' },
  format: { value: 'pretty|json', text: 'a summary (default) or the full report' },
  json: jsonOption,
};

const newOptions: Command['options'] = {
  output: { value: 'FILE.world.json', short: 'o', text: 'the document to write (default: standard output)' },
  force: { needs: 'output', text: 'overwrite a document that exists' },
};

export const world: Command = {
  name: 'world',
  summary: 'evaluates a world document: visible segments, jobs, lights, events, collision; new begins one',
  operands: 'FILE.world.json... | new [stage|rooms|show]',
  options: { ...onlyFor([kReports], reportOptions), ...onlyFor([kNew], newOptions) },
  examples: [
    ['rooms.world.json --time 0.5', 'a summary of one time'],
    ['rooms.world.json --time 0,0.5,1 --camera 1,1,1 --json', 'full reports of three times'],
    ['rooms.world.json --aspect 1.6', 'what a picture of 320 x 200 pixels shows'],
    ['base.pk4 patch.pk4', 'overlaid archives: later ones override earlier ones'],
    ['worlds --batch --json', 'every document below a folder'],
    ['new rooms -o room.world.json', 'two rooms with a door, to begin with'],
  ],
  async run(context) {
    const { operands, values, vitrine, out, err } = context,
      isNew = operands[0] === 'new';
    refuseOthers(values, world.options, isNew ? kNew : kReports);
    if (isNew) return worldNew(context);
    const format = formatOf(values, ['pretty', 'json']);
    const times = timesOf('time', values.time ?? '0');
    const view: View = {
      ...(values.camera !== undefined && { camera: cameraOf(values.camera) }),
      ...(values.aspect !== undefined && { aspect: aspectOf(values.aspect) }),
    };
    const worlds = await openWorlds(operands),
      core = await vitrine();
    if (values.batch === true) return playMany(context, worlds, (input) => play(core, input, times, view), format);
    const [only, ...more] = worlds;
    if (more.length > 0) {
      const names = someOf(worlds.map(({ source }) => source));
      throw new UsageError(
        operands.length > 1
          ? `name one world document, or all of ${names} with --batch`
          : `name one of ${names}, or all with --batch`,
      );
    }
    const played = play(core, only!, times, view);
    for (const line of played.said) err(`${line}\n`);
    if (format === 'json') out(`${json(played.report)}\n`);
    else if (!played.refused) out(played.frames.map((frame) => summary(frame as WorldFrame)).join('\n'));
    return played.refused ? 1 : 0;
  },
};

interface Played {
  frames: WorldReport[];
  /** Value for JSON: the one frame, all frames, or the report of a refused document. */
  report: object;
  said: string[];
  refused: boolean;
  warned: boolean;
}

interface View {
  camera?: WorldCamera;
  aspect?: number;
}

function play(core: Vitrine, { source, text, beside }: WorldInput, times: number[], { camera, aspect }: View): Played {
  const world = core.world(text(), beside);
  const frames: WorldReport[] = [],
    said = new Set<string>();
  let last: WorldReport, refused: boolean;
  const read = (): void => {
    last = world.report;
    refused = last.issues.some(({ severity }) => severity === 0);
    for (const issue of last.issues) said.add(issueLine({ ...issue, source }));
  };
  read();
  for (const time of times) {
    if (refused!) break;
    world.evaluate(time, camera, aspect);
    read();
    if (!refused!) frames.push(last!);
  }
  world.dispose();
  return {
    frames,
    report: refused! ? last! : times.length === 1 ? frames[0]! : { frames },
    said: [...said],
    refused: refused!,
    warned: said.size > 0,
  };
}

/** One after the other; the status is 1 when one was refused. */
function playMany(
  { out, err }: Context,
  worlds: readonly WorldInput[],
  playOne: (input: WorldInput) => Played,
  format: 'pretty' | 'json',
): number {
  const tally: BatchTally = { documents: worlds.length, fine: 0, warned: 0, failed: 0 };
  const documents: object[] = [];
  for (const input of worlds) {
    const { frames, report, said, refused, warned } = playedOf(input, playOne);
    tally[refused ? 'failed' : warned ? 'warned' : 'fine'] += 1;
    for (const line of said) err(`${line}\n`);
    const shown = frames.map((frame) => summary(frame as WorldFrame)).join('\n');
    if (format === 'json') documents.push({ name: input.source, ...report });
    else if (!refused) out(`${plain(input.source)}\n${shown.replace(/^(?=.)/gm, '  ')}\n`);
  }
  if (format === 'json') out(`${json({ documents, summary: tally })}\n`);
  err(`${batchSummary(tally)}\n`);
  return tally.failed > 0 ? 1 : 0;
}

/** A document that cannot be read or breaks the core fails alone. */
function playedOf(input: WorldInput, playOne: (input: WorldInput) => Played): Played {
  try {
    return playOne(input);
  } catch (error) {
    if (!failsAlone(error)) throw error;
    const said = error instanceof VitrineError ? error.issues : [];
    return {
      frames: [],
      report: { issues: said },
      said:
        said.length > 0 ? said.map((issue) => issueLine({ ...issue, source: input.source })) : [plain(error.message)],
      refused: true,
      warned: false,
    };
  }
}

function numbers(
  option: string,
  text: string | boolean,
  wanted: string,
  fits: (list: readonly number[]) => boolean,
): number[] {
  const list = String(text)
    .split(',')
    .map((part) => (/^\s*[-+.\d][-+.\deE]*\s*$/.test(part) ? Number(part) : NaN));
  if (!list.every(Number.isFinite) || !fits(list)) throw new UsageError(`--${option} must be ${wanted}, not '${text}'`);
  return list;
}

/** Times of frames, in seconds; throws UsageError. */
export function timesOf(option: string, text: string | boolean): number[] {
  const times = numbers(option, text, 'seconds from 0, separated by commas', (list) => list.every((time) => time >= 0));
  if (times.some((time) => time > kMostSeconds))
    throw new UsageError(`--${option} is at most ${kMostSeconds} seconds, not '${text}'`);
  return times;
}

/** Width to height; throws UsageError. */
function aspectOf(text: string | boolean): number {
  const [aspect] = numbers('aspect', text, 'a number from 0.01 to 100', (list) => list.length === 1);
  if (!(aspect! >= 0.01 && aspect! <= 100))
    throw new UsageError(`--aspect must be a number from 0.01 to 100, not '${text}'`);
  return aspect!;
}

/** Position, direction and up vector; throws UsageError. */
export function cameraOf(text: string | boolean): WorldCamera {
  const list = numbers(
    'camera',
    text,
    'three or six numbers, or nine with an up vector, separated by commas',
    ({ length }) => [3, 6, 9].includes(length),
  );
  const [at, dir, up] = [0, 3, 6].map((from) => list.slice(from, from + 3) as unknown as Vector);
  return { at: at!, ...(list.length >= 6 && { dir: dir! }), ...(list.length === 9 && { up: up! }) };
}

/** One line for each part of the report; empty parts are left out. */
function summary(frame: WorldFrame): string {
  const list = (names: readonly (string | number)[]): string => names.join(', ');
  const counts = (row: object): string =>
    list(
      Object.entries(row).flatMap(([name, value]) => (typeof value === 'number' && value ? `${name} ${value}` : [])),
    );
  const { handlers, physics, sound } = frame;
  const ranked = frame.lights.filter(({ rank }) => rank !== null).sort((a, b) => Number(a.rank) - Number(b.rank));
  const shut = Object.entries(frame.doors).filter(([, door]) => door < 0.02);
  const rows: [string, string][] = [
    ['time', `${decimal(frame.time)} s, beat ${decimal(frame.beat)}`],
    ['camera', `at ${frame.camera.at.map(decimal).join(' ')}, along ${frame.camera.dir.map(decimal).join(' ')}`],
    ['segment', frame.segment ?? 'none'],
    ['visible', list(frame.visible.map((name) => `${name} ${frame.flood[name]}`))],
    ['doors shut', list(shut.map(([name]) => name))],
    ['lights', list(ranked.map(({ name, importance }) => `${name} ${decimal(importance)}`))],
    ['jobs', counts({ meshes: frame.meshJobs, clusters: frame.sceneJobs, effects: frame.effectJobs })],
    ['paint jobs', `${frame.total}${frame.total ? ` (${counts(frame.paintJobs)})` : ''}`],
    ['events', list(frame.events.map(({ id, op, time }) => `${id} ${op} at ${decimal(time)}`))],
    ['texts', list(frame.texts.map(({ text }) => `"${text}"`))],
    ['particles', list(frame.particles.map(({ op, count }) => `${op} ${count}`))],
    ['functions', frame.anim.length ? `${frame.anim.length} evaluated` : ''],
    ['stale', list(frame.stale)],
    ['memory', list(frame.memory.map(({ instance, used }) => `${instance} ${used} bytes`))],
    ['handlers', `${handlers.system}: ${counts({ ...handlers, session: undefined }) || 'none ran'}`],
    [
      'collision',
      physics
        ? counts({
            slices: physics.slices,
            particles: physics.particles.length,
            cells: physics.cells.length,
            contacts: physics.contactCount,
            blocked: physics.blockedCount,
          }) || 'nothing'
        : '',
    ],
    ...soundKinds.effects.map((kind): [string, string] => [
      'effects',
      sound?.[kind] ? `${sound[kind].count} in ${sound[kind].file}` : '',
    ]),
    ['music', sound?.['music'] ? `${decimal(Number(sound['music'].seconds))} s in ${sound['music'].file}` : ''],
  ];
  return `${table(rows.filter(([, text]) => text !== ''))}\n`;
}

const names = worldTemplates.map(({ name }) => name);

/** Operands are `new` and perhaps the name of a template. */
function worldNew({ operands: [, name = 'stage', ...more], values, out, err }: Context): number {
  const template = worldTemplates.find((each) => each.name === name);
  if (!template)
    throw new UsageError(`there is no template '${name}'${hint(name, names) || `; there are ${listed(names)}`}`);
  if (more.length > 0) throw new UsageError('name one template');
  const output = String(values.output ?? '-');
  if (output === '-') {
    out(template.text);
    return 0;
  }
  if (!isWorldName(output))
    throw new UsageError(`world documents are told by their names; '${output}' must end in .world.json`);
  const written = [{ path: output, data: template.text }];
  new Outputs().plan([output]);
  if (values.force !== true) refuseExisting(written);
  new Outputs().write(written);
  err(`${plain(output)}: ${template.title}, ${template.about}\n`);
  return 0;
}
