// glTF Transform, as its command line optimises animations: resample, dedup, prune. It poses nothing: a file comes back.

import { Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { dedup, prune, resample } from '@gltf-transform/functions';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';

export const packages = [
  '@gltf-transform/core',
  '@gltf-transform/extensions',
  '@gltf-transform/functions',
  'meshoptimizer',
];

export async function rewrite(bytes) {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  const io = new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder });
  const document = await io.readBinary(new Uint8Array(bytes));
  document.setLogger(new Logger(Logger.Verbosity.WARN));
  await document.transform(resample(), dedup(), prune({ keepLeaves: true }));
  return Buffer.from(await io.writeBinary(document));
}
