// vitrine curves: what moves in an action, key by key.

import type { ReportAction, ReportCurve } from '../../core/report';
import { batchOptions, printBatch, runBatch } from '../batch';
import {
  type Command,
  type Context,
  DocumentUsageError,
  formatOf,
  jsonOption,
  numberOf,
  refuseOthers,
} from '../command';
import { examples } from '../help';
import type { VitrineDocument } from '../index';
import { loadOperands, loadOptions, sayIssues } from '../load';
import { kMostPoints, kMostSamples } from '../inputs';
import { countOf, decimal, json, plain, table } from '../terminal';

export const curves: Command = {
  name: 'curves',
  summary: 'the curves of an action: keys, handles, interpolation, extension',
  operands: 'FILE...',
  options: {
    action: { value: 'NAME|INDEX', text: 'one action (default: all)' },
    sample: {
      value: 'N',
      kinds: ['json'],
      text: `adds N evaluated points to each curve (JSON), at most ${kMostSamples}, ${kMostPoints} in all`,
    },
    ...batchOptions,
    format: { value: 'pretty|json', text: 'a table (default) or all numbers' },
    json: jsonOption,
    ...loadOptions,
  },
  examples: examples.curves,
  async run(context) {
    const { values } = context;
    const format = formatOf(values, ['pretty', 'json']);
    refuseOthers(values, curves.options, format);
    const samples = numberOf(values, 'sample', 'whole', kMostSamples) ?? 0;
    const read = (document: VitrineDocument): Read[] => {
      let points = 0;
      const { actions } = document,
        wanted = typeof values.action === 'string' ? [actions.indexOf(document.action(values.action))] : actions.keys();
      return Array.from(wanted, (index) => {
        const action = actions[index]!,
          list = document.curves(index, samples);
        points += list.length * samples;
        if (points > kMostPoints)
          throw new DocumentUsageError(`--sample ${samples} gives more than ${kMostPoints} points; name an --action`);
        return { action, curves: list };
      });
    };
    if (values.batch === true && format === 'json')
      return printBatch(context, (document, _, quiet) => ({
        status: sayIssues(quiet, document),
        value: document.shown ? { actions: read(document).map(plainData) } : undefined,
      }));
    if (values.batch === true) return prettyMany(context, read);
    const document = await loadOperands(context);
    const status = sayIssues(context, document);
    if (!document.shown) return 1;
    const actions = read(document);
    if (format === 'json') context.out(`${json(actions.map(plainData))}\n`);
    else context.out(`${actions.length > 0 ? actions.map(pretty).join('\n\n') : 'no actions'}\n`);
    return status;
  },
};

async function prettyMany(context: Context, read: (document: VitrineDocument) => Read[]): Promise<number> {
  let first = true;
  const { status } = await runBatch<undefined, string>(context, {
    work(document, _, quiet) {
      const failed = sayIssues(quiet, document);
      const actions = document.shown ? read(document) : [];
      if (actions.length === 0) return { status: failed };
      const text = actions.map(pretty).join('\n\n');
      return { status: failed, done: text.replace(/^(?=.)/gm, '  ') };
    },
    report(text, { name }, { out }) {
      out(`${first ? '' : '\n'}${plain(name)}\n${text}\n`);
      first = false;
    },
  });
  return status;
}

interface Read {
  action: ReportAction;
  curves: ReportCurve[];
}

const plainData = ({ action, curves: list }: Read): object => ({
  action: action.name,
  source: action.source,
  duration: action.duration,
  frameRate: action.frameRate,
  firstFrame: action.firstFrame,
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
  const title = `${plain(action.name)}: ${decimal(action.duration)} s, ${countOf(list.length, 'curve')}`;
  return list.length === 0 ? title : `${title}\n${table([head, ...rows])}`;
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
