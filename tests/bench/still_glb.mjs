// A model of morph targets without them.

import { Chunk, glb as toGlb } from '../node/support/gltf.mjs';

const arrays = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const components = { SCALAR: 1, VEC2: 2, VEC3: 3 };

/** The first mesh of a GLB, without its morph targets and materials, under a node that hardly moves: pictures go on. */
export function withoutFrames(glb) {
  const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString()),
    binary = glb.subarray(28 + glb.readUInt32LE(12));
  const chunk = new Chunk();
  const copied = (index) => {
    const { bufferView, byteOffset = 0, componentType, count, type, min, max } = json.accessors[index],
      kind = arrays[componentType],
      from = (json.bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
    const values = new kind(
      Uint8Array.from(binary.subarray(from, from + count * components[type] * kind.BYTES_PER_ELEMENT)).buffer,
    );
    return chunk.add(values, type, min && { min, max });
  };
  const { attributes, indices } = json.meshes[0].primitives[0];
  const primitive = {
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, index]) => [name, copied(index)])),
    indices: copied(indices),
  };
  const input = chunk.add(new Float32Array([0, 10]), 'SCALAR', { min: [0], max: [10] }),
    output = chunk.add(new Float32Array([0, 0, 0, 0, 0, 0.01]), 'VEC3');
  return toGlb(
    {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ name: 'wave', mesh: 0 }],
      meshes: [{ primitives: [primitive] }],
      animations: [
        {
          name: 'wave',
          channels: [{ sampler: 0, target: { node: 0, path: 'translation' } }],
          samplers: [{ input, output }],
        },
      ],
      ...chunk.members,
    },
    chunk.bytes,
  );
}
