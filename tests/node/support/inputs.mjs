// Small inputs, each with one property that a test is about.

import { zipSync } from 'fflate';

/** A square of two triangles on two joints, `height` apart. Line numbers: joints at 8 and 9, vertices from 16. */
export function square({ joint = 'root', weight = 'weight 3 1 1 ( -1 1 0 )', tail = '' } = {}) {
  return `MD5Version 10
commandline ""

numJoints 2
numMeshes 1

joints {
	"${joint}"	-1 ( 0 0 0 ) ( 0 0 0 )
	"top"	0 ( 0 0 1 ) ( 0 0 0 )
}

mesh {
	shader "cloth"

	numverts 4
	vert 0 ( 0 1 ) 0 1
	vert 1 ( 1 1 ) 1 1
	vert 2 ( 1 0 ) 2 1
	vert 3 ( 0 0 ) 3 1

	numtris 2
	tri 0 0 1 2
	tri 1 0 2 3

	numweights 4
	weight 0 0 1 ( 1 1 0 )
	weight 1 0 1 ( 1 -1 0 )
	weight 2 1 1 ( -1 -1 0 )
	${weight}
}
${tail}`;
}

/** The top joint of the square rises from z = 1 by 1/3 to z = 4/3 and comes back: three frames, 10 per second. */
export const rise = `MD5Version 10
commandline ""

numFrames 3
numJoints 2
frameRate 10
numAnimatedComponents 1

hierarchy {
	"root"	-1 0 0
	"top"	0 4 0
}

bounds {
	( -1 -1 0 ) ( 1 1 1 )
	( -1 -1 0 ) ( 1 1 1.3333333333 )
	( -1 -1 0 ) ( 1 1 1 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 1 ) ( 0 0 0 )
}

frame 0 {
	1
}

frame 1 {
	1.3333333333
}

frame 2 {
	1
}
`;

/** A triangle on the first of `count` joints, each the child of the one before. */
export function chain(count) {
  const joints = Array.from({ length: count }, (_, i) => `\t"j${i}"\t${i - 1} ( 0 0 ${i} ) ( 0 0 0 )`);
  return `MD5Version 10
commandline ""

numJoints ${count}
numMeshes 1

joints {
${joints.join('\n')}
}

mesh {
	shader "cloth"

	numverts 3
	vert 0 ( 0 1 ) 0 1
	vert 1 ( 1 1 ) 1 1
	vert 2 ( 1 0 ) 2 1

	numtris 1
	tri 0 0 1 2

	numweights 3
	weight 0 0 1 ( 1 1 0 )
	weight 1 0 1 ( 1 -1 0 )
	weight 2 0 1 ( -1 -1 0 )
}
`;
}

/** An md5camera of `count` views, two frames each. */
export const views = (count) => `MD5Version 10
commandline ""
numFrames ${2 * count}
frameRate 24
numCuts ${count - 1}
cuts {
${Array.from({ length: count - 1 }, (_, i) => `	${2 * i + 1}`).join('\n')}
}
camera {
${'	( 0 0 1 ) ( 0 0 0 ) 90\n'.repeat(2 * count)}}
`;

export const bytes = (text) => new TextEncoder().encode(text);

/** A zip archive of { name: text or bytes }. */
export const zip = (files) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data]) => [name, typeof data === 'string' ? bytes(data) : data]),
    ),
  );

/** A QMSH text of one triangle with `count` empty actions. */
export const actions = (count) => `QMSH TMP 10
objects { mesh "a" {
0,0,0 0,0,0 1,1,1 "" "" 30
materials 1 { "m" }
vertices 3 { 0,0,0 1,0,0 0,1,0 }
faces 1 { 3 0 0 0 0,0 1 1,0 2 0,1 }
vertex_groups { }
} }
actions { ${Array.from({ length: count }, (_, i) => `"a${i}" { }`).join('\n')}
 } params { fps = 25 }`;

/** A model of `count` triangles with a material each: `textures/name0`, `textures/name1` ... */
export function shaders(count) {
  const mesh = (i) => `mesh {
	shader "textures/name${i}"
	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1
	numtris 1
	tri 0 0 1 2
	numweights 3
	weight 0 0 1 ( 0 0 ${i} )
	weight 1 0 1 ( 4 0 ${i} )
	weight 2 0 1 ( 0 4 ${i} )
}
`;
  const meshes = Array.from({ length: count }, (_, i) => mesh(i)).join('');
  return `MD5Version 10
commandline ""
numJoints 1
numMeshes ${count}
joints {
	"root" -1 ( 0 0 0 ) ( 0 0 0 )
}
${meshes}`;
}

/** A pivot scene of one object with `count` surfaces, a triangle each. */
export function surfaces(count) {
  const u16 = (...values) => Buffer.from(Uint16Array.from(values).buffer);
  const u32 = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  const f32 = (...values) => Buffer.from(Float32Array.from(values).buffer);
  const vertex = (x, y, z) => f32(x, y, z, 0, 0, 0, 0, 0, 1);
  const surface = (z) => Buffer.concat([u32(3, 3), vertex(0, 0, z), vertex(1, 0, z), vertex(0, 1, z), u32(0, 1, 2)]);
  return Buffer.concat([
    Buffer.from('pivot\0\0\0\0\0'),
    ...[u16(1, 0, 1), u16(1, 0, 1), Buffer.from('a'), u16(count)],
    f32(0, 0, 0, 0, 0, 0, 1, 1, 1, 1),
    ...Array.from({ length: count }, (_, z) => surface(z)),
  ]);
}

/**
 * A glTF file of `count` nodes with one triangle, each below the one before; `moved`: all by one action, the last one by
 * 1 in all, so that files of every size move as far.
 */
export function ladder(count, moved = false) {
  const data = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1 / count, 0, 0).buffer);
  const accessor = (byteOffset, items, type, most) => ({
    ...{ bufferView: 0, byteOffset, componentType: 5126, count: items, type },
    ...(most && { min: most.map(() => 0), max: most }),
  });
  const each = (make) => Array.from({ length: count }, (_, i) => make(i));
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: each((i) => ({ name: `n${i}`, mesh: 0, ...(i + 1 < count && { children: [i + 1] }) })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    animations: moved
      ? [
          {
            channels: each((node) => ({ sampler: 0, target: { node, path: 'translation' } })),
            samplers: [{ input: 1, output: 2 }],
          },
        ]
      : undefined,
    accessors: [accessor(0, 3, 'VEC3', [1, 1, 0]), accessor(36, 2, 'SCALAR', [1]), accessor(44, 2, 'VEC3')],
    bufferViews: [{ buffer: 0, byteLength: data.length }],
    buffers: [{ byteLength: data.length, uri: `data:;base64,${data.toString('base64')}` }],
  });
}

/** One mesh that each of `count` actions moves. */
export function swings(count) {
  const file = JSON.parse(ladder(1, true)),
    [action] = file.animations;
  file.animations = Array.from({ length: count }, (_, i) => ({ ...action, name: `a${i}` }));
  return JSON.stringify(file);
}

/** A glTF file of `count` nodes, the first of which has a triangle and is moved by each of `count` actions. */
export function bystanders(count) {
  const file = JSON.parse(swings(count));
  file.nodes.push(...Array.from({ length: count - 1 }, (_, i) => ({ name: `b${i}` })));
  file.scenes[0].nodes = file.nodes.map((_, i) => i);
  return JSON.stringify(file);
}

/** A GIF of `size` x `size` pixels whose picture ends after one of them. */
export function blackGif(size) {
  const u16 = (value) => [value & 255, value >> 8];
  const screen = [...u16(size), ...u16(size), 0x80, 0, 0, 0, 0, 0, 0, 0, 0];
  const image = [0x2c, 0, 0, 0, 0, ...u16(size), ...u16(size), 0];
  return Buffer.from([...Buffer.from('GIF89a'), ...screen, ...image, 2, 2, 0x44, 1, 0, 0x3b]);
}

/** A V2M song of `count` tempo entries and as many notes on one channel, 15 bytes for each pair. */
export function overfullSong(count) {
  const u32 = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  const all = (value, times = count) => Buffer.alloc(times, value);
  const times = [all(1), all(0, 2 * count)]; // every event a tick after the one before
  const tempo = [
    u32(count),
    ...times,
    Buffer.from(new Uint32Array(count).fill(500_000).buffer),
    all(4),
    all(4),
    all(0),
  ];
  const notes = [u32(count), ...times, all(1), all(1)];
  // Programs, pitch bends, controllers; fifteen channels without notes; globals, one patch, no speech.
  const channel = [u32(1), all(0, 4), u32(0), u32(0, 0, 0, 0, 0, 0, 0)];
  const patch = [u32(4 + 69), u32(4), all(0, 69)];
  return Buffer.concat([
    u32(96, count),
    ...tempo,
    ...notes,
    ...channel,
    u32(...all(0, 15)),
    u32(12),
    all(0, 12),
    ...patch,
  ]);
}

/** A glTF of one node with `count` channels whose samplers name no accessor. */
export const brokenSamplers = (count) =>
  JSON.stringify({
    asset: { version: '2.0' },
    nodes: [{}],
    animations: [
      {
        channels: Array.from({ length: count }, (_, i) => ({ sampler: i, target: { node: 0, path: 'scale' } })),
        samplers: Array.from({ length: count }, () => ({ input: 9, output: 9 })),
      },
    ],
  });

/** An MDL of `count` vertices in a strip, each with a way of its own in all of `frames`. */
export function moving(count, frames = 8) {
  const triangles = count - 2,
    frame = 4 + 8 + 16 + 4 * count;
  const bytes = Buffer.alloc(84 + 8 + 12 * count + 16 * triangles + frame * frames);
  bytes.write('IDPO', 0, 'latin1');
  for (const [at, value] of Object.entries({ 4: 6, 48: 1, 52: 2, 56: 2, 60: count, 64: triangles, 68: frames }))
    bytes.writeInt32LE(value, Number(at));
  for (const axis of [0, 1, 2]) bytes.writeFloatLE(1, 8 + 4 * axis);
  const triangleAt = 92 + 12 * count;
  for (let i = 0; i < triangles; i++)
    for (let k = 0; k < 4; k++) bytes.writeInt32LE(k === 0 ? 1 : i + k - 1, triangleAt + 16 * i + 4 * k);
  for (let f = 0, at = triangleAt + 16 * triangles; f < frames; f++, at += frame) {
    bytes.write(`run${f + 1}`, at + 12, 'latin1');
    for (let i = 0; i < count; i++)
      for (let c = 0; c < 3; c++) bytes[at + 28 + 4 * i + c] = (i * (c + 3) + f * (i % 7) * (c + 1)) % 256;
  }
  return bytes;
}
