// vitrine render of a world document: its frame as a PNG.

import { encodeWidePng } from '../../core/png';
import type { WorldRenderOptions } from '../../core/world';
import { type Context, UsageError, type Values } from '../command';
import { encodePng, VitrineError } from '../index';
import { InputPaths, Outputs } from '../outputs';
import { issueLine, json, plain } from '../terminal';
import { openWorlds } from '../world_files';
import { cameraOf, timesOf } from './world';

export const isWorldName = (name: string): boolean => name.toLowerCase().endsWith('.world.json');

/** `size` is that of --size, if given. */
export async function renderWorld(
  { operands, values, vitrine, err, out }: Context,
  output: string,
  size: Pick<WorldRenderOptions, 'width' | 'height'>,
  prints: boolean,
): Promise<number> {
  const [input, ...more] = await openWorlds(operands);
  if (more.length > 0) throw new UsageError('name one world document');
  if (output !== '-' && !output.toLowerCase().endsWith('.png'))
    throw new UsageError(`images are written as PNG; '${output}' must end in .png`);
  const options = { ...size, ...optionsOf(values) };
  const inputs = new InputPaths(),
    outputs = new Outputs();
  for (const operand of operands) inputs.add(operand);
  outputs.plan([output], inputs);
  const { source, text, beside } = input!;
  const world = (await vitrine()).world(text(), beside);
  try {
    let drawn;
    try {
      drawn = world.render(options);
    } catch (error) {
      if (error instanceof RangeError) throw new UsageError(error.message);
      if (!(error instanceof VitrineError)) throw error;
      const issues = world.ok ? error.issues : world.report.issues;
      for (const issue of issues) err(`${issueLine({ ...issue, source })}\n`);
      return 1;
    }
    const { width, height, bits, pixels, jobs } = drawn;
    const issues = [...world.report.issues, ...drawn.issues];
    for (const issue of issues) err(`${issueLine({ ...issue, source })}\n`);
    const bytes = bits === 16 ? encodeWidePng(width, height, pixels) : encodePng(width, height, pixels);
    outputs.store([{ path: output, data: bytes }]);
    if (prints) out(`${json({ output, width, height, bits, bytes: bytes.byteLength, jobs, issues })}\n`);
    else if (output !== '-')
      err(`${plain(output)}: ${width} x ${height} pixels of ${plain(source)}, ${bytes.byteLength} bytes\n`);
  } finally {
    world.dispose();
  }
  return 0;
}

function optionsOf({ times, time, draw, camera, bits }: Values): WorldRenderOptions {
  if (bits !== undefined && bits !== '8' && bits !== '16')
    throw new UsageError(`--bits is 8 or 16, not '${String(bits)}'`);
  return {
    times: timesOf(times === undefined ? 'time' : 'times', times ?? time ?? '0'),
    ...(draw !== undefined && { draw: String(draw) }),
    ...(camera !== undefined && { camera: cameraOf(camera) }),
    ...(bits === '16' && { bits: 16 as const }),
  };
}
