// Large KRI and pivot scenes made on the spot: the same bytes on every machine. Grids of 181 x 181 vertices, bumpy, with
// texture coordinates that turn; `skinned` ones hang on a chain of bones.

const side = 181;
export const vertices = side * side;
export const triangles = 2 * (side - 1) * (side - 1);

/** position, normal, texture coordinate of every vertex of grid `number`. */
function gridVertices(number) {
  return Array.from({ length: vertices }, (_, v) => {
    const [x, y] = [v % side, Math.floor(v / side)];
    const h = Math.sin(0.3 * x) * Math.cos(0.2 * y);
    const length = Math.hypot(h, h, 2);
    const turn = 0.05 * (x + 2 * y);
    return [x + number * side, y, h, -h / length, h / length, 2 / length, x * Math.cos(turn), y * Math.sin(turn)];
  });
}

function gridIndices() {
  const indices = [];
  for (let row = 0; row + 1 < side; ++row) {
    for (let column = 0; column + 1 < side; ++column) {
      const a = row * side + column;
      indices.push(a, a + 1, a + side + 1, a, a + side + 1, a + side);
    }
  }
  return indices;
}

/** Little-endian bytes, appended. */
class Bytes {
  parts = [];
  u8(...values) {
    this.parts.push(Buffer.from(values));
    return this;
  }
  u16(...values) {
    this.parts.push(Buffer.from(new Uint16Array(values).buffer));
    return this;
  }
  u32(...values) {
    this.parts.push(Buffer.from(new Uint32Array(values).buffer));
    return this;
  }
  words(values) {
    return this.add(Buffer.from(Uint16Array.from(values).buffer));
  }
  floats(values) {
    return this.add(Buffer.from(Float32Array.from(values).buffer));
  }
  add(...buffers) {
    this.parts.push(...buffers);
    return this;
  }
  /** Length-prefixed with a byte or, for pivot scenes, with two. */
  text(value, prefix = 1) {
    const bytes = Buffer.from(value);
    return (prefix === 1 ? this.u8(bytes.length) : this.u16(bytes.length)).add(bytes);
  }
  get bytes() {
    return Buffer.concat(this.parts);
  }
}

const identity = [0, 0, 0, 1, 0, 0, 0, 1];
const boneCount = 16;

/** A KRI scene of the last generation with `grids` meshes. */
export function kriScene({ grids = 12, skinned = false } = {}) {
  const file = new Bytes();
  const chunk = (name, fill) => {
    const payload = fill(new Bytes()).bytes;
    file.add(Buffer.from(name.padEnd(8, '\0')), Buffer.from(new Uint32Array([payload.length]).buffer), payload);
  };
  const node = (name, parent) => chunk('node', (out) => out.text(name).text(parent).floats(identity));
  chunk('kri', (out) => out.u8(3));
  if (skinned) {
    node('rig', '');
    chunk('skel', (out) => {
      out.u8(boneCount);
      for (let b = 0; b < boneCount; ++b) out.text(`bone${b}`).u8(b).floats([1, 0, 0, 1, 0, 0, 0, 1]);
      return out;
    });
  }
  const indices = gridIndices();
  for (let g = 0; g < grids; ++g) {
    const grid = gridVertices(g);
    node(`grid${g}`, skinned ? 'rig' : '');
    chunk('mesh', (out) => out.u16(vertices));
    chunk('v_pos', (out) => out.floats(grid.flatMap(([x, y, z]) => [x, y, z, 1])));
    chunk('v_nor', (out) => out.floats(grid.flatMap((v) => v.slice(3, 6))));
    // The rotation that takes +Z to the normal.
    chunk('v_quat', (out) =>
      out.floats(
        grid.flatMap(([, , , nx, ny, nz]) => {
          const length = Math.hypot(1 + nz, nx, ny);
          return [-ny / length, nx / length, 0, (1 + nz) / length];
        }),
      ),
    );
    chunk('v_uv', (out) => out.text('UV').floats(grid.flatMap((v) => v.slice(6))));
    chunk('v_ind', (out) => out.u16(triangles).words(indices));
    chunk('entity', (out) => out.u16(0));
    if (skinned) {
      chunk('v_skin', (out) => {
        const pairs = (v) => [
          100,
          1 + (v % boneCount),
          80,
          1 + ((v + 3) % boneCount),
          50,
          1 + ((v + 7) % boneCount),
          25,
          0,
        ];
        return out.add(Buffer.from(grid.flatMap((_, v) => pairs(v))));
      });
    }
  }
  return file.bytes;
}

/** A pivot scene (LE/total/index) with `grids` objects. */
export function pivotScene({ grids = 14, skinned = false } = {}) {
  const bones = skinned ? boneCount : 0;
  const file = new Bytes();
  file
    .add(Buffer.from('GRIDSCENE\0'))
    .u16(1)
    .text('', 2)
    .u16(grids + bones);
  const start = (flags, children, name, surfaces, x) =>
    file.u16(flags, children).text(name, 2).u16(surfaces).floats([x, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
  for (let b = 0; b < bones; ++b) start(0, b + 1 < bones ? 1 : 0, `bone${b}`, 0, 1);
  const indices = Buffer.from(new Uint32Array(gridIndices()).buffer);
  for (let g = 0; g < grids; ++g) {
    start(skinned ? 3 : 1, 0, `grid${g}`, 1, 0);
    if (skinned) {
      file.u16(bones);
      for (let b = 0; b < bones; ++b) file.text(`bone${b}`, 2);
    }
    file.u32(vertices, indices.length / 4);
    const grid = gridVertices(g);
    const stride = skinned ? 60 : 36;
    const data = Buffer.alloc(vertices * stride);
    grid.forEach(([x, y, z, nx, ny, nz, u, v], at) => {
      [x, y, z, u, v, 0, nx, ny, nz].forEach((value, i) => data.writeFloatLE(value, at * stride + 4 * i));
      if (!skinned) return;
      [0, 3, 7, 9].forEach((step, i) => data.writeUInt16LE((at + step) % bones, at * stride + 36 + 2 * i));
      [0.4, 0.3, 0.2, 0.1].forEach((weight, i) => data.writeFloatLE(weight, at * stride + 44 + 4 * i));
    });
    file.add(data, indices);
  }
  return file.bytes;
}
