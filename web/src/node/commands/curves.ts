// vitrine curves: what moves in an action, key by key.

import type { ReportAction, ReportCurve } from '../../core/report';
import { type Command, formatOf, jsonOption, numberOf } from '../command';
import { loadOperands, loadOptions, sayIssues } from '../load';
import { decimal, json, plain, table } from '../terminal';

export const curves: Command = {
  name: 'curves',
  summary: 'the curves of an action: keys, handles, interpolation, extension',
  operands: 'FILE...',
  options: {
    action: { value: 'NAME|INDEX', text: 'one action (default: all)' },
    sample: { value: 'N', text: 'adds N evaluated points to each curve (JSON)' },
    format: { value: 'pretty|json', text: 'a table (default) or all numbers' },
    json: jsonOption,
    ...loadOptions,
  },
  examples: [
    ['pinwheel.qmsh.tmp --action gust', 'a table of its curves'],
    ['scene.scene --json --sample 50', 'all keys, and 50 points of each curve'],
  ],
  async run(context) {
    const { values } = context;
    const format = formatOf(values, ['pretty', 'json']);
    const samples = numberOf(values, 'sample', 'whole') ?? 0;
    const document = await loadOperands(context);
    const status = sayIssues(context, document);
    if (!document.shown) return status;
    const chosen = typeof values.action === 'string' ? [document.action(values.action)] : document.actions;
    const read = chosen.map((action) => ({
      action,
      curves: document.curves(document.actions.indexOf(action), samples),
    }));
    context.out(`${format === 'json' ? json(read.map(plainData)) : read.map(pretty).join('\n\n')}\n`);
    return status;
  },
};

interface Read {
  action: ReportAction;
  curves: ReportCurve[];
}

const plainData = ({ action, curves: list }: Read): object => ({
  action: action.name,
  source: action.source,
  duration: action.duration,
  frameRate: action.frameRate,
  curves: list,
});

function pretty({ action, curves: list }: Read): string {
  const rows = list.map(({ target, track, path, keys, interpolation, before, after }) => {
    const values = keys.map(({ value }) => value);
    const span = keys.length === 0 ? '' : `${decimal(keys[0]?.time ?? 0)} .. ${decimal(keys.at(-1)?.time ?? 0)} s`;
    const range = values.length === 0 ? '' : `${decimal(least(values))} .. ${decimal(-least(values.map((v) => -v)))}`;
    const ends = before === after ? before : `${before} / ${after}`;
    return [target ?? track ?? '-', path, keys.length, span, range, interpolation, ends];
  });
  const head = ['target', 'path', 'keys', 'times', 'values', 'interpolation', 'outside'];
  const title = `${plain(action.name)}: ${decimal(action.duration)} s, ${list.length} curves`;
  return list.length === 0 ? title : `${title}\n${table([head, ...rows])}`;
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
