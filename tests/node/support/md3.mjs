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
