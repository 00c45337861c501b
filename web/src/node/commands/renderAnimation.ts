// vitrine render --animate: an action, a turntable or a contact sheet as an animated PNG or GIF.

import { type AnimationKind, animationKinds } from '../animate';
import { type Context, numberOf, UsageError } from '../command';
import { VitrineError } from '../index';
import { loadFiles, mainFile, sayIssues } from '../load';
import { Outputs } from '../outputs';
import type { RenderOptions } from '../render';
import { countOf, json, plain } from '../terminal';

const kinds: readonly string[] = animationKinds;

export async function renderAnimation(
  context: Context,
  output: string,
  prints: boolean,
  options: RenderOptions,
): Promise<number> {
  const { values } = context,
    kind = String(values.animate),
    ending = /\.(png|apng|gif|webm)$/i.exec(output)?.[1]?.toLowerCase();
  if (!kinds.includes(kind)) throw new UsageError(`--animate is one of ${kinds.join(', ')}, not '${kind}'`);
  if (values.batch === true) throw new UsageError('--animate and --batch cannot be combined');
  if (values.time !== undefined || values.frame !== undefined)
    throw new UsageError('--animate shows all of an action: --time and --frame are for one picture');
  if (ending === 'webm')
    throw new UsageError('WebM needs the encoder of a browser: the application saves it; use .png or .gif here');
  if (ending === undefined && output !== '-')
    throw new UsageError(`animations are written as PNG or GIF; '${plain(output)}' must end in .png, .apng or .gif`);
  if (prints && output === '-') throw new UsageError('standard output can hold the image or the report, not both');
  const framesPerSecond = numberOf(values, 'fps', 'whole'),
    seconds = numberOf(values, 'seconds', 'real');
  const { document, inputs } = await loadFiles(context);
  new Outputs().plan([output], inputs);
  const status = sayIssues(context, document);
  if (!document.shown) return 1;
  let made;
  try {
    made = document.animate({
      ...options,
      kind: kind as AnimationKind,
      format: ending === 'gif' ? 'gif' : 'apng',
      ...(typeof values.action === 'string' && { action: values.action }),
      ...(framesPerSecond !== undefined && { framesPerSecond }),
      ...(seconds !== undefined && { seconds }),
    });
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'RENDER_OPTION')
      throw new UsageError(error.message.replace(/^framesPerSecond/, '--fps').replace(/^seconds/, '--seconds'));
    throw error;
  }
  const { bytes, ...facts } = made;
  new Outputs().write([{ path: output, data: bytes }], inputs);
  if (prints) context.out(`${json({ output, ...facts, bytes: bytes.byteLength })}\n`);
  else if (output !== '-')
    context.err(
      `${plain(output)}: ${countOf(facts.frames, 'frame')} of ${facts.width} x ${facts.height} pixels of ${plain(mainFile(document.report))}, ${bytes.byteLength} bytes\n`,
    );
  return status;
}
