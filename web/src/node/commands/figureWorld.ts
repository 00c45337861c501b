// vitrine figure of a world document: the page carries the engine of worlds, the document and the files it names.

import { basename } from 'node:path';

import { cardSize } from '../../core/card';
import { boundsOf, durationOf, kEndless, kTicksPerSecond, reportOf, trianglesOf } from '../../core/worldSummary';
import { type Context, UsageError } from '../command';
import type { WorldFramePixels } from '../../core/world';
import { encodePng, VitrineError } from '../index';
import { Outputs } from '../outputs';
import type { FigureCard } from '../figureCard';
import { issueLine, json, plain } from '../terminal';
import { isWorldName, openWorlds } from '../worldFiles';
import { timesOf } from './world';

/** All frames up to the first are played. */
const kMostSeconds = 600;
const kPoster = { width: 640, height: 480 };

/** The frames that the page plays up to a time. */
const ticksUntil = (time: number): number[] =>
  Array.from({ length: Math.round(time * kTicksPerSecond) + 1 }, (_, tick) => tick / kTicksPerSecond);

export async function figureOfWorld(
  context: Context,
  output: string,
  prints: boolean,
  card?: FigureCard,
): Promise<number> {
  const { operands, values, err, out } = context;
  const [input, ...more] = await openWorlds(operands);
  if (more.length > 0) throw new UsageError('name one world document');
  if (values.action !== undefined || values.frame !== undefined)
    throw new UsageError('a world document has no actions and no frames; --time sets where it begins');
  const times = timesOf('time', values.time ?? '0');
  if (times.length > 1) throw new UsageError(`--time is one time here, not '${String(values.time)}'`);
  const [time = 0] = times;
  if (time > kMostSeconds) throw new UsageError(`--time is at most ${kMostSeconds} seconds here`);
  const { source, text, beside, inputs } = input!;
  const outputs = [output, ...(card ? [card.path] : [])];
  new Outputs().plan(outputs, inputs);
  const vitrine = await context.vitrine(),
    bytes = text();
  const named = new Map<string, Uint8Array>();
  const world = vitrine.world(bytes, (name) => {
    const found = beside(name);
    if (found) named.set(name, found);
    return found;
  });
  try {
    // Also without a poster: it reads the images, and reports errors.
    const drawing = values['no-poster'] === true ? { ...kPoster, width: 16, height: 12 } : kPoster;
    let picture: WorldFramePixels;
    try {
      picture = world.render({ times: ticksUntil(time), ...drawing });
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      for (const issue of world.ok ? error.issues : world.report.issues) err(`${issueLine({ ...issue, source })}\n`);
      return 1;
    }
    const all = [...world.report.issues, ...picture.issues];
    for (const issue of all) err(`${issueLine({ ...issue, source })}\n`);
    const outline = world.outline!,
      tables = world.tables()!;
    const base = basename(source),
      name = isWorldName(base) ? base : `${base}.world.json`;
    const files = [{ name, bytes }, ...[...named].map(([file, content]) => ({ name: file, bytes: content }))];
    const report = reportOf({
      name,
      files: files.map((file) => ({ name: file.name, bytes: file.bytes.length })),
      issues: all,
      outline,
      duration: durationOf(outline) || kEndless,
      bounds: boundsOf(tables),
      triangles: trianglesOf(tables),
      version: vitrine.version,
    });
    const { title = name.replace(/\.world\.json$/i, '') } = values;
    const { figurePage } = await import('../standalonePage');
    const page = figurePage({
      title: String(title),
      report,
      files,
      cores: ['whole'],
      ...(values['no-poster'] !== true && { poster: encodePng(picture.width, picture.height, picture.pixels) }),
      ...(time > 0 && values.playing !== true && { time }),
      playing: values.playing === true,
      ...(card && { card: card.tags(String(title), report) }),
    });
    const written = [{ path: output, data: page as string | Uint8Array }];
    if (card) {
      const large = world.render({ times: ticksUntil(time), ...cardSize });
      written.push({ path: card.path, data: encodePng(large.width, large.height, large.pixels) });
    }
    new Outputs().write(written, inputs);
    const size = Buffer.byteLength(page);
    if (output === '-') return 0;
    if (prints) out(`${json({ output, bytes: size, action: null, time })}\n`);
    else err(`${plain(output)}: ${size} bytes\n`);
  } finally {
    world.dispose();
  }
  return 0;
}
