// vitrine convert: the files as one file of another format, with the ledger of what was lost.

import { writeFileSync } from 'node:fs';

import { type Command, UsageError, type Values, formatOf, jsonOption, numberOf } from '../command';
import { type ExportKind, type ExportOptions, type ReadBack, VitrineError } from '../index';
import { loadOperands, loadOptions, sayIssues } from '../load';
import { decimal, issueText, json, plain } from '../terminal';

/** By ending, the longest first. */
const kinds: readonly ExportKind[] = ['glb', 'qmsh.tmp', 'qmsh', 'scene', 'pivot'];

export const convert: Command = {
  name: 'convert',
  summary: 'the files as another format, with a report of what it could not carry over',
  operands: 'FILE... -o OUT',
  options: {
    output: { value: `OUT.{${kinds.join(',')}}`, short: 'o', text: 'the file to write; - is standard output' },
    to: { value: kinds.join('|'), text: 'the format, where the name of the output does not say it' },
    report: { value: 'R.json', text: 'writes the report there' },
    format: { value: 'pretty|json', text: 'how to print the report (default: a line per loss on standard error)' },
    json: jsonOption,
    'qmsh-version': { value: 'N', text: 'QMSH binaries: 10, or 12 to 22 (default)' },
    'auto-smooth': { value: 'DEGREES', text: 'QMSH texts: the angle of smooth edges' },
    legacy: { text: "QMSH: with the original converter's faults" },
    'every-frame': {
      text: 'QMSH binaries: a key for every frame of curves that bend or repeat, not their points alone',
    },
    generation: { value: 'seed|last', text: 'KRI scenes: the layout of March 2010 or the last one (default)' },
    'keep-quaternions': { text: 'KRI scenes: leave triangles that mix quaternion hemispheres as they are' },
    'keep-t-junctions': { text: 'KRI scenes: leave the T-junctions of divided edges open' },
    hidden: { text: 'GLB: write the meshes of hidden objects and materials too' },
    dialect: {
      value: 'LE/total/index',
      text: 'pivot scenes: byte order, LE or BE / total or roots / index or triangle',
    },
    ...loadOptions,
  },
  examples: [
    ['hero.md5mesh walk.md5anim -o hero.glb --report losses.json', 'with the list of what was lost'],
    ['model.zip -o - --to qmsh > model.qmsh', 'an archive, to standard output'],
  ],
  async run(context) {
    const { values, out, err } = context;
    const output = values.output;
    if (typeof output !== 'string') throw new UsageError('name the file to write with -o');
    const prints = formatOf(values, ['pretty', 'json']) === 'json';
    if (prints && output === '-') throw new UsageError('standard output holds either the file or the report');
    const kind = kindOf(output, values);
    const options = optionsOf(values);

    const document = await loadOperands(context);
    const status = sayIssues(context, document);
    if (!document.shown) return status;
    let written;
    try {
      written = document.convert(kind, options);
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      if (error.code === 'EXPORT_OPTION') throw new UsageError(error.message);
      for (const issue of error.issues) err(`${issueText({ ...issue, source: output })}\n`);
      return 1;
    }
    const { bytes, report, log } = written;
    if (output === '-') process.stdout.write(bytes);
    else writeFileSync(output, bytes);
    // The exporter's log lies beside its file, as it always did.
    if (log !== '' && output !== '-') writeFileSync(`${output}.log`, log);
    const whole = { ...report, sources: document.report.files.map(({ name }) => name) };
    if (typeof values.report === 'string') writeFileSync(values.report, `${json(whole)}\n`);
    if (prints) out(`${json(whole)}\n`);
    else {
      for (const { message, count, largest } of report.losses)
        err(`lost: ${plain(message)} (${count}${largest > 0 ? `, at most ${decimal(largest)}` : ''})\n`);
      if (report.readBack) err(`${readBackText(report.readBack)}\n`);
      err(`${plain(output)}: ${bytes.byteLength} bytes\n`);
    }
    return status;
  },
};

/** The worst of the actions, in one line; the report has all of them. */
function readBackText({ bind, actions }: ReadBack): string {
  const worst = [{ ...bind, name: '' }, ...actions].reduce((a, b) => (b.largest > a.largest ? b : a));
  const where = worst.name === '' ? 'as the model stands' : `in the action '${plain(worst.name)}'`;
  const poses =
    actions.length === 0 ? '' : ` and ${actions.length === 1 ? 'its action' : `${actions.length} actions`} played`;
  return `read back${poses}: no vertex is off by more than ${decimal(worst.largest)} file units (${decimal(worst.relative)} of the size), ${where}`;
}

function kindOf(output: string, { to }: Values): ExportKind {
  const wanted = kinds.find((kind) => (to === undefined ? output.toLowerCase().endsWith(`.${kind}`) : to === kind));
  if (wanted === undefined)
    throw new UsageError(
      `${to === undefined ? `the name '${output}'` : `--to '${to}'`} is none of ${kinds.join(', ')}`,
    );
  return wanted;
}

function optionsOf(values: Values): ExportOptions {
  const { generation, dialect } = values;
  if (generation !== undefined && generation !== 'seed' && generation !== 'last')
    throw new UsageError(`--generation is seed or last, not '${generation}'`);
  return {
    version: numberOf(values, 'qmsh-version', 'whole'),
    autoSmooth: numberOf(values, 'auto-smooth', 'real'),
    legacy: values.legacy === true,
    everyFrame: values['every-frame'] === true,
    generation,
    processQuaternions: values['keep-quaternions'] !== true,
    closeTJunctions: values['keep-t-junctions'] !== true,
    hidden: values.hidden === true,
    ...(typeof dialect === 'string' && { dialect }),
  };
}
