// An MD3 by the layout that id Software published (qfiles.h), read without any code of the project.

/** IDP3 */
const kMagic = 0x33504449;

/** Throws a plain Error where a part lies outside. Normals as id's writer means them: 255 steps of a turn. */
export function readMd3(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const int = (at) => view.getInt32(at, true),
    float = (at) => view.getFloat32(at, true),
    floats = (at, count) => Array.from({ length: count }, (_, k) => float(at + 4 * k)),
    text = (at, size) => {
      const part = Buffer.from(bytes.subarray(at, at + size)),
        end = part.indexOf(0);
      if (end < 0) throw new Error(`a name without an end at ${at}`);
      return part.toString('latin1', 0, end);
    };
  const need = (at, size) => {
    if (at < 108 || at + size > bytes.length) throw new Error(`${size} bytes at ${at} of ${bytes.length}`);
    return at;
  };
  if (int(0) !== kMagic || int(4) !== 15) throw new Error('no MD3');
  const [frameCount, tagCount, surfaceCount] = [int(76), int(80), int(84)];
  const framesAt = need(int(92), 56 * frameCount),
    tagsAt = tagCount === 0 ? 0 : need(int(96), 112 * frameCount * tagCount);
  const frames = Array.from({ length: frameCount }, (_, k) => {
    const at = framesAt + 56 * k;
    return {
      min: floats(at, 3),
      max: floats(at + 12, 3),
      origin: floats(at + 24, 3),
      radius: float(at + 36),
      name: text(at + 40, 16),
    };
  });
  const tags = Array.from({ length: frameCount }, (_, k) =>
    Array.from({ length: tagCount }, (__, t) => {
      const at = tagsAt + 112 * (k * tagCount + t);
      return {
        name: text(at, 64),
        origin: floats(at + 64, 3),
        axes: [0, 1, 2].map((axis) => floats(at + 76 + 12 * axis, 3)),
      };
    }),
  );
  const surfaces = [];
  let at = int(100);
  for (let s = 0; s < surfaceCount; ++s) {
    need(at, 108);
    if (int(at) !== kMagic) throw new Error(`surface ${s} has no magic`);
    const [frameNumber, shaders, vertices, triangles] = [72, 76, 80, 84].map((field) => int(at + field));
    const [trianglesAt, shadersAt, uvAt, rowsAt] = [88, 92, 96, 100].map((field) => at + int(at + field));
    need(trianglesAt, 12 * triangles);
    need(shadersAt, 68 * shaders);
    need(uvAt, 8 * vertices);
    need(rowsAt, 8 * vertices * frameNumber);
    const row = (frame, v) => rowsAt + 8 * (frame * vertices + v);
    surfaces.push({
      name: text(at + 4, 64),
      frames: frameNumber,
      shaders: Array.from({ length: shaders }, (_, k) => text(shadersAt + 68 * k, 64)),
      vertices,
      triangles: Array.from({ length: triangles }, (_, t) => [0, 4, 8].map((k) => int(trianglesAt + 12 * t + k))),
      uv: Array.from({ length: vertices }, (_, v) => floats(uvAt + 8 * v, 2)),
      positions: (frame) =>
        Array.from({ length: vertices }, (_, v) => [0, 2, 4].map((k) => view.getInt16(row(frame, v) + k, true) / 64)),
      normals: (frame) =>
        Array.from({ length: vertices }, (_, v) => {
          const [down, around] = [6, 7].map((k) => (view.getUint8(row(frame, v) + k) * 2 * Math.PI) / 255);
          return [Math.cos(around) * Math.sin(down), Math.sin(around) * Math.sin(down), Math.cos(down)];
        }),
    });
    at += int(at + 104);
  }
  if (int(104) !== bytes.length || (surfaceCount > 0 && at !== bytes.length)) throw new Error('it ends elsewhere');
  return {
    name: text(8, 64),
    frames,
    tags,
    surfaces,
    positions: (frame) => surfaces.flatMap((surface) => surface.positions(frame)),
    normals: (frame) => surfaces.flatMap((surface) => surface.normals(frame)),
  };
}

const kGrid = 64;

/**
 * An MD3 of `frames` frames with a triangle that stands at x = 10 * frame, so that each vertex tells its frame. `tags` are
 * names of tags at the origin. `triangles` repeats it; `surface` and `shader` are names.
 */
export function makeMd3({ frames = 1, tags = [], triangles = 1, surface = 'body', shader = 'none' }) {
  const header = 108,
    frameBytes = 56 * frames,
    tagBytes = 112 * frames * tags.length,
    count = 3 * triangles,
    parts = [68, 12 * triangles, 8 * count, 8 * count * frames],
    surfaceBytes = 108 + parts.reduce((sum, bytes) => sum + bytes, 0);
  const out = Buffer.alloc(header + frameBytes + tagBytes + surfaceBytes),
    ints = (at, values) => values.forEach((value, i) => out.writeInt32LE(value, at + 4 * i));
  out.write('IDP3');
  ints(4, [15]);
  const surfaceAt = header + frameBytes + tagBytes;
  ints(72, [0, frames, tags.length, 1, 0, header, header + frameBytes, surfaceAt, out.length]);
  for (let frame = 0; frame < frames; ++frame)
    for (const [t, tag] of tags.entries()) {
      const at = header + frameBytes + 112 * (frame * tags.length + t);
      out.write(tag, at, 'latin1');
      for (const axis of [0, 1, 2]) out.writeFloatLE(1, at + 64 + 12 + 16 * axis);
    }
  out.write('IDP3', surfaceAt);
  out.write(surface, surfaceAt + 4, 'latin1');
  let at = 108;
  const offsets = parts.map((bytes) => (at += bytes) - bytes),
    [shaders, faces, uvs, vertices] = offsets;
  ints(surfaceAt + 68, [0, frames, 1, count, triangles, faces, shaders, uvs, vertices, surfaceBytes]);
  out.write(shader, surfaceAt + shaders, 'latin1');
  for (let i = 0; i < count; ++i) out.writeInt32LE(i, surfaceAt + faces + 4 * i);
  for (let frame = 0; frame < frames; ++frame)
    for (let i = 0; i < count; ++i) {
      const vertex = surfaceAt + vertices + 8 * (frame * count + i),
        place = [10 * frame, i % 3 === 1 ? 4 : 0, i % 3 === 2 ? 4 : 0];
      place.forEach((value, c) => out.writeInt16LE(value * kGrid, vertex + 2 * c));
    }
  return out;
}

/** The rows of a player of Quake III: `first count looping fps`, of those that are named; the others stand. */
export function animationCfg(rows) {
  const names =
    'BOTH_DEATH1 BOTH_DEAD1 BOTH_DEATH2 BOTH_DEAD2 BOTH_DEATH3 BOTH_DEAD3 TORSO_GESTURE TORSO_ATTACK TORSO_ATTACK2 TORSO_DROP TORSO_RAISE TORSO_STAND TORSO_STAND2 LEGS_WALKCR LEGS_WALK LEGS_RUN LEGS_BACK LEGS_SWIM LEGS_JUMP LEGS_LAND LEGS_JUMPB LEGS_LANDB LEGS_IDLE LEGS_IDLECR LEGS_TURN'.split(
      ' ',
    );
  const other = { BOTH: '0 1 0 10', TORSO: '11 1 0 10', LEGS: '20 1 1 10' };
  return names.map((name) => `${rows[name] ?? other[name.split('_')[0]]} // ${name}\n`).join('');
}
