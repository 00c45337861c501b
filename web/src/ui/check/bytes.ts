// The bytes of models that are replaced.

import { plainFile } from '../../archives/unpack';
import type { SourceFile } from '../../protocol/files';

/** Larger models of games are passed over. */
const kMostReplaced = 64 << 20;

export async function bytesOf({ name, data }: SourceFile): Promise<Uint8Array> {
  if (data instanceof Blob && data.size > kMostReplaced) return new Uint8Array();
  const whole = await plainFile(name, data);
  return new Uint8Array(whole instanceof Blob ? await whole.arrayBuffer() : whole);
}
