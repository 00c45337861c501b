// A model of panels in a row that face the viewer, images made by functions, and declarations of their materials.

/** True colour with alpha, `size` pixels each way; `at(u, v)` gives [r, g, b, a]. */
export function tga(size, at) {
  const bytes = Buffer.alloc(18 + size * size * 4);
  bytes.set([0, 0, 2], 0);
  bytes.writeUInt16LE(size, 12);
  bytes.writeUInt16LE(size, 14);
  bytes.set([32, 0x28], 16);
  for (let y = 0; y < size; ++y)
    for (let x = 0; x < size; ++x) {
      const [r, g, b, a = 255] = at((x + 0.5) / size, (y + 0.5) / size);
      bytes.set([b, g, r, a], 18 + 4 * (y * size + x));
    }
  return bytes;
}

/** DDS with all levels: `block(u, v)` gives the bytes of the 4 x 4 pixels around a place. */
export function dds(code, size, block) {
  const head = Buffer.alloc(128),
    levels = 1 + Math.log2(size);
  head.write('DDS ', 0, 'latin1');
  [124, 0x1007, size, size, 0, 0, levels].forEach((value, i) => head.writeUInt32LE(value, 4 + 4 * i));
  head.writeUInt32LE(32, 76);
  head.writeUInt32LE(4, 80);
  head.write(code, 84, 'latin1');
  head.writeUInt32LE(0x1000, 108);
  const bytes = [];
  for (let level = 0; level < levels; ++level) {
    const count = Math.max(1, (size >> level) / 4);
    for (let y = 0; y < count; ++y)
      for (let x = 0; x < count; ++x) bytes.push(...block((x + 0.5) / count, (y + 0.5) / count));
  }
  return Buffer.concat([head, Buffer.from(bytes)]);
}
/** Blocks of one colour, and of one pair of channels. */
export const bc1 = ([r, g, b]) => {
  const color = ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);
  return [color & 255, color >> 8, 0, 0, 0, 0, 0, 0];
};
export const bc5 = (x, y) => [x, y].flatMap((value) => [value, 0, 0, 0, 0, 0, 0, 0]);

/** The triangles of the names in `turned` show the viewer their backs. */
export function panelModel(names, turned = new Set()) {
  const mesh = (name, i) => {
    const corners = [
      [0, 0.5, 0, 1, 1],
      [0, -0.5, 0, 0, 1],
      [0, -0.5, 2, 0, 0],
      [0, 0.5, 2, 1, 0],
    ];
    const triangles = turned.has(name) ? ['0 2 1', '0 3 2'] : ['0 1 2', '0 2 3'];
    return [
      `mesh {\n shader "test/${name}"\n numverts 4`,
      ...corners.map(([, , , u, v], k) => ` vert ${k} ( ${u} ${v} ) ${k} 1`),
      ' numtris 2',
      ...triangles.map((corner, k) => ` tri ${k} ${corner}`),
      ' numweights 4',
      ...corners.map(([x, y, z], k) => ` weight ${k} 0 1 ( ${x} ${y - i * 1.2} ${z} )`),
      '}',
    ].join('\n');
  };
  return `MD5Version 10
commandline ""
numJoints 1
numMeshes ${names.length}
joints { "root" -1 ( 0 0 0 ) ( 0 0 0 ) }
${names.map(mesh).join('\n')}
`;
}

const inJoint = (u, v) => {
  const row = Math.floor(v * 8),
    x = (u * 4 + (row % 2) * 0.5) % 1;
  return Math.min(x, 1 - x) < 0.06 || Math.min((v * 8) % 1, 1 - ((v * 8) % 1)) < 0.1;
};

/** One panel with each thing that a solid surface can have: relief, gloss, glow, holes, a tint, an edge, a side. */
export const wall = () => {
  const image = (name, at) => ({ name: `${name}.tga`, bytes: tga(128, at) });
  return [
    { name: 'wall.md5mesh', bytes: Buffer.from(panelModel(['wet', 'grate', 'lamp', 'tinted', 'gone'])) },
    {
      name: 'wall.mtr',
      bytes: Buffer.from(`test/wet { diffusemap test/brick bumpmap test/brick_local specularmap test/brick_s }
test/grate { twoSided { blend diffusemap map test/grate alphaTest 0.5 } }
test/lamp { diffusemap test/brick { blend add map test/glow rgb 0.5 } }
test/tinted { { blend diffusemap map test/brick color 0.4, 0.7, 1, 1 clamp scale 2, 2 } }
test/gone { backSided diffusemap test/brick }
`),
    },
    image('brick', (u, v) => (inJoint(u, v) ? [150, 145, 135] : [150, 90, 70])),
    image('brick_s', (u, v) => (inJoint(u, v) ? [0, 0, 0] : [150, 150, 170])),
    {
      name: 'brick_local.dds',
      bytes: dds('ATI2', 128, (u, v) => bc5(128 + 50 * Math.sin(u * 24), 128 + 50 * Math.sin(v * 24))),
    },
    image('grate', (u, v) => [170, 170, 160, (u * 3) % 1 < 0.4 || (v * 4) % 1 < 0.4 ? 255 : 0]),
    {
      name: 'glow.dds',
      bytes: dds('DXT1', 128, (u, v) => bc1(Math.hypot(u - 0.5, v - 0.5) < 0.3 ? [255, 180, 40] : [0, 0, 0])),
    },
  ];
};
