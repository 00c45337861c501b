// A sphere that shows a material, as a GLB file: it stands on the ground and is as large as the box.

import { pushAll } from '../../../base/lists';

const kRings = 24,
  kAround = 48,
  kRadius = 0.5;

export const kSphere = '(sphere).glb';

let made: ArrayBuffer | undefined;

/** The bytes of `kSphere`. */
export const sphere = (): ArrayBuffer => (made ??= file());

function file(): ArrayBuffer {
  const places: number[] = [],
    normals: number[] = [],
    uv: number[] = [],
    corners: number[] = [];
  for (let ring = 0; ring <= kRings; ++ring)
    for (let i = 0; i <= kAround; ++i) {
      const down = (Math.PI * ring) / kRings,
        round = (2 * Math.PI * i) / kAround,
        normal = [Math.sin(down) * Math.cos(round), Math.cos(down), -Math.sin(down) * Math.sin(round)];
      pushAll(normals, normal);
      places.push(kRadius * normal[0]!, kRadius * (normal[1]! + 1), kRadius * normal[2]!);
      uv.push((2 * i) / kAround, ring / kRings);
      if (ring === kRings || i === kAround) continue;
      const at = ring * (kAround + 1) + i,
        below = at + kAround + 1;
      corners.push(at, below, at + 1, at + 1, below, below + 1);
    }
  const arrays = [new Float32Array(places), new Float32Array(normals), new Float32Array(uv), new Uint16Array(corners)];
  let bytes = 0;
  const views = arrays.map(({ byteLength }) => {
    const view = { buffer: 0, byteOffset: bytes, byteLength };
    bytes += byteLength;
    return view;
  });
  const count = places.length / 3,
    float = 5126;
  const document = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: bytes }],
    bufferViews: views,
    accessors: [
      {
        bufferView: 0,
        componentType: float,
        count,
        type: 'VEC3',
        min: [-kRadius, 0, -kRadius],
        max: [kRadius, 2 * kRadius, kRadius],
      },
      { bufferView: 1, componentType: float, count, type: 'VEC3' },
      { bufferView: 2, componentType: float, count, type: 'VEC2' },
      { bufferView: 3, componentType: 5123, count: corners.length, type: 'SCALAR' },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  };
  const text = new TextEncoder().encode(JSON.stringify(document)),
    blanks = -text.length & 3,
    whole = new Uint8Array(28 + text.length + blanks + bytes).fill(0x20),
    head = new DataView(whole.buffer);
  // Header, chunk of JSON, chunk of bytes: "glTF", "JSON", "BIN".
  const chunk = (at: number, length: number, kind: number): void => {
    head.setUint32(at, length, true);
    head.setUint32(at + 4, kind, true);
  };
  chunk(0, 0x46546c67, 2);
  head.setUint32(8, whole.length, true);
  chunk(12, text.length + blanks, 0x4e4f534a);
  whole.set(text, 20);
  chunk(20 + text.length + blanks, bytes, 0x004e4942);
  let at = 28 + text.length + blanks;
  for (const { buffer, byteLength } of arrays) {
    whole.set(new Uint8Array(buffer), at);
    at += byteLength;
  }
  return whole.buffer;
}
