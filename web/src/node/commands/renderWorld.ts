// vitrine render of world documents: a frame as a PNG, of one or of every document below a folder.

import { encodeWidePng } from '../../images/pngWrite';
import { type WorldFramePixels, type WorldRenderOptions } from '../../core/world';
import type { WorldIssue } from '../../core/worldReport';
import type { Issue } from '../../core/report';
import { type Context, UsageError, type Values } from '../command';
import { encodePng, type Vitrine, VitrineError } from '../index';
import { Outputs } from '../outputs';
import { issueLine, json } from '../terminal';
import { openWorlds, type WorldInput } from '../worldFiles';
import { lineOf, type Picture, writtenAs } from './picture';
import { cameraOf, timesOf } from './world';

interface WorldPicture extends Picture {
  bits: 8 | 16;
  jobs: WorldFramePixels['jobs'];
  issues: WorldIssue[];
}

/** `size` is that of --size, if given. */
export async function renderWorld(
  context: Context,
  output: string,
  size: Pick<WorldRenderOptions, 'width' | 'height'>,
  prints: boolean,
): Promise<number> {
  const { operands, vitrine, err, out } = context;
  const [input, ...more] = await openWorlds(operands);
  if (more.length > 0) throw new UsageError('name one world document, or draw all with --batch');
  if (output !== '-' && !output.toLowerCase().endsWith('.png'))
    throw new UsageError(`images are written as PNG; '${output}' must end in .png`);
  const options = worldOptionsOf(context.values, size);
  new Outputs().plan([output], input!.inputs);
  const picture = drawWorld(context, await vitrine(), input!, options);
  if (!picture) return 1;
  new Outputs().write([{ path: output, data: picture.png }], input!.inputs);
  const drawn = writtenAs(output, picture);
  if (prints) out(`${json(drawn)}\n`);
  else if (output !== '-') err(`${lineOf(drawn, input!.source)}\n`);
  return 0;
}

/** Draws one; undefined where the document, or this frame of it, is refused, with a message. */
export function drawWorld(
  { err }: Pick<Context, 'err'>,
  core: Vitrine,
  { source, text, beside }: WorldInput,
  options: WorldRenderOptions,
): WorldPicture | undefined {
  const say = (issues: readonly (WorldIssue | Issue)[]): void => {
    for (const issue of issues) err(`${issueLine({ ...issue, source })}\n`);
  };
  const world = core.world(text(), beside);
  try {
    const { width, height, bits, pixels, jobs, issues: drawing } = world.render(options);
    const issues = [...world.report.issues, ...drawing];
    say(issues);
    const png = bits === 16 ? encodeWidePng(width, height, pixels) : encodePng(width, height, pixels);
    return { width, height, bits, png, jobs, issues };
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    if (!(error instanceof VitrineError)) throw error;
    say(world.ok ? error.issues : world.report.issues);
    return undefined;
  } finally {
    world.dispose();
  }
}

/** Parses --times, --draw, --camera and --bits; throws UsageError. */
export function worldOptionsOf(
  { times, time, draw, camera, bits }: Values,
  size: Pick<WorldRenderOptions, 'width' | 'height'>,
): WorldRenderOptions {
  if (bits !== undefined && bits !== '8' && bits !== '16')
    throw new UsageError(`--bits is 8 or 16, not '${String(bits)}'`);
  return {
    ...size,
    times: timesOf(times === undefined ? 'time' : 'times', times ?? time ?? '0'),
    ...(draw !== undefined && { draw: String(draw) }),
    ...(camera !== undefined && { camera: cameraOf(camera) }),
    ...(bits === '16' && { bits: 16 as const }),
  };
}
