// QMSH texts made for the tests, and a picture to put on them: small enough to know every number by heart.

import { deflateSync } from 'node:zlib';

import { settled } from './harness.mjs';

/** A box between two corners as quads; corners run counter-clockwise seen from outside. */
function box([x0, y0, z0], [x1, y1, z1]) {
  const at = [
    [x0, y0, z0],
    [x1, y0, z0],
    [x1, y1, z0],
    [x0, y1, z0],
    [x0, y0, z1],
    [x1, y0, z1],
    [x1, y1, z1],
    [x0, y1, z1],
  ];
  const quads = [
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
    [4, 5, 6, 7],
    [3, 2, 1, 0],
  ];
  return { at, quads };
}

/** One mesh of boxes, each moved whole by its bone; `boxes` as { bone, min, max }, bones stand at the origin. */
export function boxesText(boxes, { curves = '', material = '', name = 'boxes' } = {}) {
  const vertices = [],
    faces = [],
    groups = new Map();
  for (const { bone, min, max } of boxes) {
    const { at, quads } = box(min, max),
      first = vertices.length;
    vertices.push(...at);
    groups.set(bone, [...(groups.get(bone) ?? []), ...at.map((_, i) => first + i)]);
    const uv = ['0,0', '1,0', '1,1', '0,1'];
    for (const quad of quads) faces.push(`4 0 0 ${quad.map((i, k) => `${first + i} ${uv[k]}`).join(' ')}`);
  }
  const unit = '1,0,0,0; 0,1,0,0; 0,0,1,0; 0,0,0,1;';
  return `QMSH TMP 10
objects {
mesh "${name}" { 0,0,0 0,0,0 1,1,1 "Rig" "" 30
materials ${material ? 1 : 0} { ${material && `"${material}"`} }
vertices ${vertices.length} { ${vertices.map((v) => v.join(',')).join(' ')} }
faces ${faces.length} { ${faces.join('\n')} }
vertex_groups { ${[...groups].map(([bone, list]) => `"${bone}" { ${list.map((v) => `${v} 1`).join(' ')} }`).join('\n')} } }
armature "Rig" { 0,0,0 0,0,0 1,1,1 1 0
${[...groups.keys()].map((bone) => `bone "${bone}" { "" head 0,0,0 0,0,0 0.1 tail 0,0,1 0,0,1 0.1 0 0 1 1 1,0,0; 0,1,0; 0,0,1; ${unit} }`).join('\n')} }
}
actions { ${curves} }
params { fps = 10 }
`;
}

/** A PNG of rows of [r, g, b]. */
export function png(rows) {
  const table = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const crc = (bytes) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = table[(c ^ byte) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]),
      size = Buffer.alloc(4),
      sum = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(rows[0].length, 0);
  head.writeUInt32BE(rows.length, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = Buffer.from(rows.flatMap((row) => [0, ...row.flat()]));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Looks at `target` (world space: y up) from the front without perspective, `half` units up and down; gives a function
 * from world x and y to the place in a picture, 0 to 1.
 */
export async function lookFromFront(page, target, half) {
  const { width, height } = page.viewportSize();
  // What the page itself still has to say about the camera comes first.
  await settled(page);
  await page.evaluate(
    ([at, size]) =>
      globalThis.engineWorker.postMessage({
        type: 'camera',
        viewer: 0,
        camera: {
          target: at,
          yaw: 0,
          pitch: 0,
          distance: 20,
          fovY: 2 * Math.atan(size / 20),
          orthographic: true,
          offset: [0, 0],
        },
      }),
    [target, half],
  );
  return (x, y) => [0.5 + ((x - target[0]) / half / 2) * (height / width), 0.5 - (y - target[1]) / half / 2];
}
