// vitrine skin: the skinning formula, on numbers given in a JSON file, or on one vertex of a model step by step.

import { flatten } from '../../core/hierarchy';
import { skinInput } from '../../core/skinInput';
import { type Command, type Context, UsageError, formatOf, jsonOption, numberOf } from '../command';
import { examples } from '../help';
import { readFile, readStandardInput } from '../files';
import { type VertexReport, type VitrineDocument, VitrineError } from '../index';
import { loadOperands, loadOptions, sayIssues } from '../load';
import { momentOf, momentOptions } from '../poseTime';
import { issueLine, json } from '../terminal';

/** The same options, which mean nothing without --vertex. */
const ofVertex = (options: Command['options']): Command['options'] =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, needs: 'vertex' }]));

export const skin: Command = {
  name: 'skin',
  summary: 'shows how a vertex of a model comes to its place; or applies the formula to numbers in JSON',
  operands: 'FILE...',
  options: {
    vertex: { value: 'N', text: 'the vertex of a model, counted from 0' },
    mesh: { value: 'NAME|INDEX', needs: 'vertex', text: 'its mesh, as `vitrine pose` lists them (default: the first)' },
    ...ofVertex(momentOptions),
    format: {
      value: 'text|json|input',
      text: 'input: the matrices and weights as JSON that this command takes without --vertex',
    },
    json: jsonOption,
    ...ofVertex(loadOptions),
  },
  examples: examples.skin,
  async run(context) {
    return context.values.vertex === undefined ? skinNumbers(context) : skinVertex(context);
  },
};

async function skinNumbers({ operands, values, vitrine, out, err }: Context): Promise<number> {
  const format = formatOf(values, ['json', 'text', 'input']);
  if (format !== 'json') throw new UsageError(`--format ${format} needs --vertex`);
  const [file, ...more] = operands;
  if (file === undefined || more.length > 0)
    throw new UsageError('name one JSON file, or - for standard input; with --vertex N, a model');
  const text = new TextDecoder().decode(file === '-' ? await readStandardInput() : readFile(file));
  try {
    out(`${json((await vitrine()).skin(text))}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    for (const issue of error.issues) err(`${issueLine({ ...issue, source: file === '-' ? 'stdin' : file })}\n`);
    return 1;
  }
}

async function skinVertex(context: Context): Promise<number> {
  const { values, out } = context,
    format = formatOf(values, ['text', 'json', 'input']),
    vertex = numberOf(values, 'vertex', 'whole')!,
    moment = momentOf(values);
  const document = await loadOperands(context);
  const status = sayIssues(context, document);
  if (!document.shown) return 1;
  const pose = { action: moment.action, time: moment.time(document) };
  const meshes = meshesOf(document),
    instance = instanceOf(meshes, values.mesh);
  let report: VertexReport;
  try {
    report = document.vertex(vertex, { ...pose, instance });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`the mesh '${meshes[instance]?.name ?? instance}' has no vertex ${vertex}`);
  }
  if (format === 'json') out(`${json(report)}\n`);
  else if (format === 'input') out(`${json(skinInput(report))}\n`);
  else out(textOf(report));
  return status;
}

/** As `vitrine pose` lists them: one for each node with a mesh. */
const meshesOf = ({ hierarchy, report }: VitrineDocument): { name: string; node: string }[] =>
  flatten(hierarchy).flatMap(({ mesh, name }) =>
    mesh === undefined ? [] : [{ name: report.info.meshes[mesh]!.name, node: name }],
  );

function instanceOf(meshes: readonly { name: string; node: string }[], given: unknown): number {
  if (typeof given !== 'string') return 0;
  const named = meshes.findIndex(({ name, node }) => name === given || node === given);
  if (named >= 0) return named;
  if (/^\d+$/.test(given) && Number(given) < meshes.length) return Number(given);
  throw new UsageError(
    `there is no mesh '${given}'; there are ${meshes.map(({ name, node }) => name || node).join(', ')}`,
  );
}

function textOf(report: VertexReport): string {
  const { mesh, node, vertex, fileVertex, action, time, stored, position, normal, shapes, matrix, influences } = report;
  const numbers = (list: readonly number[]): string => list.map((number) => number.toFixed(6).padStart(13)).join('');
  const row = (name: string, list: readonly number[]): string => `  ${name.padEnd(16)}${numbers(list)}`;
  const rows = (name: string, list: readonly number[]): string[] =>
    [0, 1, 2].map((r) => row(r === 0 ? name : '', [list[r]!, list[4 + r]!, list[8 + r]!, list[12 + r]!]));
  const place = action === null ? 'bind pose' : `${action} at ${Number(time.toFixed(6))} s`,
    inFile = fileVertex === undefined ? '' : ` (${fileVertex} in the file)`;
  return [
    `vertex ${vertex} of ${mesh || node}${inFile}, ${place}`,
    row('stored', stored.position),
    stored.normal ? row('stored normal', stored.normal) : [],
    stored.uv.map((uv, layer) => row(layer === 0 ? 'UV' : `UV ${layer}`, uv)),
    matrix ? rows('matrix', matrix) : [],
    (influences ?? []).map((influence) => [
      '',
      `${influence.name || `joint ${influence.joint}`}, weight ${influence.weight}`,
      row('offset', influence.offset),
      rows('matrix', influence.matrix),
      rows('premultiplied', influence.premultiplied),
      row('sum', influence.sum),
    ]),
    shapes.map(({ name, value }) => ['', `shape ${name}, value ${value}`]),
    '',
    row('posed', position),
    normal ? row('posed normal', normal) : [],
  ]
    .flat(3)
    .map((line) => `${line}\n`)
    .join('');
}
