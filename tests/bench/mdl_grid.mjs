// A waving sheet as an MDL: every frame stores all its vertices.

/** Bytes of an MDL with `side` * `side` vertices and `frames` frames in one action. */
export function gridMdl({ side = 32, frames = 200 } = {}) {
  const vertices = side * side,
    triangles = 2 * (side - 1) ** 2,
    skin = 64 * 64;
  const bytes = Buffer.alloc(84 + 4 + skin + 12 * vertices + 16 * triangles + frames * (28 + 4 * vertices));
  let at = 0;
  const int = (value) => (at = bytes.writeInt32LE(value, at)),
    float = (value) => (at = bytes.writeFloatLE(value, at)),
    text = (value) => (at += bytes.write(value, at, 'latin1'));
  (text('IDPO'), int(6));
  for (const value of [0.25, 0.25, 0.25, -32, -32, -32, 64, 0, 0, 0]) float(value);
  for (const value of [1, 64, 64, vertices, triangles, frames, 0, 0]) int(value);
  (float(1), int(0), (at += skin));
  for (let v = 0; v < vertices; ++v) (int(0), int((64 * (v % side)) / side), int((64 * Math.floor(v / side)) / side));
  for (let row = 0; row + 1 < side; ++row)
    for (let column = 0; column + 1 < side; ++column) {
      const v = row * side + column;
      for (const corner of [1, v, v + 1, v + side, 1, v + 1, v + side + 1, v + side]) int(corner);
    }
  for (let frame = 0; frame < frames; ++frame) {
    (int(0), bytes.fill(255, at + 4, at + 7), (at += 8));
    (bytes.write(`wave${frame + 1}`, at, 'latin1'), (at += 16));
    for (let v = 0; v < vertices; ++v) {
      const x = v % side,
        y = Math.floor(v / side);
      const z = 128 + 60 * Math.sin(x / 5 + (2 * Math.PI * frame) / frames) * Math.cos(y / 7);
      for (const value of [(x * 255) / side, (y * 255) / side, z, 5]) bytes[at++] = value;
    }
  }
  return bytes;
}
