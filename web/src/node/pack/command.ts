// vitrine pack: the files as one small GLB for the web, with the loss report of what was lost and how far vertices moved.

import { type Command, UsageError, formatOf, jsonOption, numberOf } from '../command';
import { examples } from '../help';
import { loadFiles, loadOptions, sayIssues } from '../load';
import { Outputs } from '../outputs';
import { countOf, cut, decimal, issueText, json, lossText, plain } from '../terminal';
import { checkReaders, readers } from '../../verdicts/readers/check';
import { VitrineError } from '../index';
import type { ImageChange } from './images';
import type { Packed } from './pack';
import type { Preview } from './preview';

const kTolerance = 0.001,
  kQuality = 85,
  kLargestImage = 16384;

export const pack: Command = {
  name: 'pack',
  summary: 'writes one small GLB for the web, with a report of what changed',
  operands: 'FILE... -o OUT.glb',
  options: {
    output: { value: 'OUT.glb', short: 'o', text: 'the file to write; - is standard output' },
    tolerance: {
      value: 'PART',
      text: `how far a vertex may be off, as a part of the model's size (default: ${kTolerance})`,
    },
    'texture-size': { value: 'PIXELS', text: 'maximum width and height of images' },
    quality: { value: '1-100', text: `JPEG quality of opaque images (default: ${kQuality})` },
    lossless: { text: 'images stay PNG' },
    preview: {
      value: 'P.glb',
      text: 'also a preview: the coarse surface that a page shows while it fetches the model',
    },
    action: {
      value: 'NAME|INDEX',
      needs: 'preview',
      text: 'the preview shows how it begins (default: the bind pose)',
    },
    report: { value: 'R.json', text: 'file for the report' },
    format: { value: 'pretty|json', text: 'format of the report (default: lines on standard error)' },
    json: jsonOption,
    ...loadOptions,
  },
  examples: examples.pack,
  async run(context) {
    const { values, err } = context,
      { output } = values;
    if (typeof output !== 'string') throw new UsageError('name the file to write with -o');
    if (output !== '-' && !output.toLowerCase().endsWith('.glb'))
      throw new UsageError(
        `a packed file is a .glb, not '${cut(output)}': other formats have no compression; vitrine convert writes them`,
      );
    const prints = formatOf(values, ['pretty', 'json']) === 'json';
    if (prints && output === '-') throw new UsageError('standard output can hold the file or the report, not both');
    const tolerance = numberOf(values, 'tolerance', 'real') ?? kTolerance,
      most = numberOf(values, 'texture-size', 'whole', kLargestImage),
      quality = numberOf(values, 'quality', 'whole', 100) ?? kQuality;
    if (!(tolerance > 0 && tolerance < 1)) throw new UsageError('--tolerance is more than 0 and less than 1');
    if (most === 0) throw new UsageError('--texture-size must be at least 1');
    if (quality === 0) throw new UsageError('--quality must be at least 1');
    if (values.lossless === true && values.quality !== undefined)
      throw new UsageError('--lossless and --quality exclude each other');

    const { preview, action, report: reported } = values;
    if (preview !== undefined && !String(preview).toLowerCase().endsWith('.glb'))
      throw new UsageError(`a preview is a .glb, not '${cut(String(preview))}'`);

    const { document, inputs } = await loadFiles(context),
      outputs = new Outputs(),
      others = [preview, reported].filter((path) => typeof path === 'string');
    outputs.plan([output, ...others, ...(prints ? ['-'] : [])], inputs);
    const status = sayIssues(context, document);
    if (!document.shown || document.report.info.statistics.nodes === 0) return 1;
    let result: Packed, losses: { message: string; count: number; largest: number }[], first: Preview | undefined;
    try {
      const glb = document.convert('glb');
      ({ losses } = glb.report);
      // Its encoders are large, and the other commands start without them.
      const { pack: packed } = await import('./pack');
      result = await packed(await context.vitrine(), glb.bytes, {
        tolerance,
        ...(most !== undefined && { most }),
        ...(values.lossless !== true && { quality }),
      });
      if (preview !== undefined) {
        const { previewOf } = await import('./preview');
        first = await previewOf(document, typeof action === 'string' ? action : undefined);
      }
    } catch (error) {
      if (!(error instanceof VitrineError) || error.code === 'ACTION_UNKNOWN') throw error;
      for (const issue of error.issues) err(`${issueText({ ...issue, source: output })}\n`);
      return 1;
    }
    const { bytes, ...facts } = result,
      report = {
        output,
        bytes: bytes.length,
        ...facts,
        losses,
        ...(first && { preview: { output: String(preview), bytes: first.bytes.length, triangles: first.triangles } }),
      };
    if (facts.measured.relative > tolerance)
      throw new UsageError(
        `the finest packing is off by ${decimal(facts.measured.relative)} of the model's size; ask for a larger --tolerance`,
      );
    outputs.store([
      { path: output, data: bytes },
      ...(first ? [{ path: String(preview), data: first.bytes }] : []),
      ...(typeof reported === 'string' ? [{ path: reported, data: `${json(report)}\n` }] : []),
    ]);
    if (prints) context.out(`${json(report)}\n`);
    else err(`${[...summary(report), ...readersOf(output, bytes)].join('\n')}\n`);
    return status;
  },
};

/** Who refuses the file, or shows it wrongly, because it is packed. */
function readersOf(name: string, bytes: Uint8Array): string[] {
  const rows = checkReaders([{ name, bytes }], [...readers.values()], () => undefined).map((row) => ({
    name: row.name,
    rule: row.rules.find(({ rule }) => rule.startsWith('extension.')),
  }));
  const of = (severity: string): string =>
    rows.flatMap((row) => (row.rule?.severity === severity ? [row.name] : [])).join(', ');
  return [
    `refused by ${of('refuse')}; shown wrongly by ${of('wrong')}; read with a decoder by ${of('info')}: 'vitrine convert' writes for all`,
  ];
}

function summary({
  output,
  bytes,
  losses,
  images,
  frames,
  measured,
  preview,
}: Omit<Packed, 'bytes'> & {
  output: string;
  bytes: number;
  preview?: { output: string; bytes: number; triangles: number };
  losses: readonly { message: string; count: number; largest: number }[];
}): string[] {
  const where = measured.action === null ? 'in the bind pose' : `in the action '${plain(measured.action)}'`;
  return [
    ...losses.map(lossText),
    ...images.flatMap(imageText),
    ...(frames.after < frames.before ? [`frames: ${frames.after} of ${frames.before} are left`] : []),
    `measured: no vertex is off by more than ${decimal(measured.largest)} (${decimal(measured.relative)} of the size), ${where}`,
    `${plain(output)}: ${bytes} bytes`,
    ...(preview ? [`${plain(preview.output)}: ${preview.bytes} bytes, ${countOf(preview.triangles, 'triangle')}`] : []),
  ];
}

const imageText = ({ name, width, height, from, type, bytes, bytesBefore, lossy }: ImageChange): string[] =>
  lossy
    ? [
        `image '${plain(name)}': ${from ? `${from.width} x ${from.height} to ` : ''}${width} x ${height}, ${type === 'image/jpeg' ? 'JPEG' : 'PNG'}, ${bytesBefore} to ${bytes} bytes`,
      ]
    : [];
