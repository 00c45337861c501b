// A small reader of IQM 2 in double precision, apart from the product's: the header, the portable arrays, and vertices
// posed as p = sum of weight * posed(joint) * inverse(bound(joint)) * position.

const kFields =
  'version filesize flags num_text ofs_text num_meshes ofs_meshes num_vertexarrays num_vertexes ofs_vertexarrays num_triangles ofs_triangles ofs_adjacency num_joints ofs_joints num_poses ofs_poses num_anims ofs_anims num_frames num_framechannels ofs_frames ofs_bounds num_comment ofs_comment num_extensions ofs_extensions'.split(
    ' ',
  );
const kArrays = ['position', 'texcoord', 'normal', 'tangent', 'blendindexes', 'blendweights', 'color'];

const times = (a, b) =>
  [0, 1, 2].map((r) =>
    [0, 1, 2, 3].map((c) => a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c] + (c === 3 ? a[r][3] : 0)),
  );
const apply = (m, [x, y, z]) => m.map((row) => row[0] * x + row[1] * y + row[2] * z + row[3]);

/** Translation, rotation x y z w and scale as three rows. */
function matrixOf([tx, ty, tz, qx, qy, qz, qw, sx, sy, sz]) {
  const n = Math.hypot(qx, qy, qz, qw);
  const [x, y, z, w] = [qx / n, qy / n, qz / n, qw / n];
  return [
    [(1 - 2 * (y * y + z * z)) * sx, 2 * (x * y - z * w) * sy, 2 * (x * z + y * w) * sz, tx],
    [2 * (x * y + z * w) * sx, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z - x * w) * sz, ty],
    [2 * (x * z - y * w) * sx, 2 * (y * z + x * w) * sy, (1 - 2 * (x * x + y * y)) * sz, tz],
  ];
}

function inverse(m) {
  const [a, b, c] = m;
  const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const columns = [cross(b, c), cross(c, a), cross(a, b)],
    determinant = a[0] * columns[0][0] + a[1] * columns[0][1] + a[2] * columns[0][2];
  return [0, 1, 2].map((r) => {
    const row = columns.map((column) => column[r] / determinant);
    return [...row, -(row[0] * a[3] + row[1] * b[3] + row[2] * c[3])];
  });
}

export function readIqm(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    u32 = (at) => view.getUint32(at, true),
    f32 = (at) => view.getFloat32(at, true),
    floats = (at, count) => Array.from({ length: count }, (_, i) => f32(at + 4 * i));
  const header = Object.fromEntries(kFields.map((name, i) => [name, u32(16 + 4 * i)]));
  const rows = (count, at, size, read) => Array.from({ length: count }, (_, i) => read(at + size * i));
  const string = (offset) => {
    const from = header.ofs_text + offset;
    return new TextDecoder().decode(bytes.subarray(from, bytes.indexOf(0, from)));
  };
  const arrays = {};
  const table = rows(header.num_vertexarrays, header.ofs_vertexarrays, 20, (at) => {
    const name = kArrays[u32(at)],
      format = u32(at + 8),
      size = u32(at + 12),
      from = u32(at + 16);
    arrays[name] = rows(header.num_vertexes, from, format === 7 ? 4 * size : size, (vertex) =>
      format === 7 ? floats(vertex, size) : [...bytes.subarray(vertex, vertex + size)],
    );
    return { name, flags: u32(at + 4), format, size };
  });
  const joints = rows(header.num_joints, header.ofs_joints, 48, (at) => ({
    name: string(u32(at)),
    parent: view.getInt32(at + 4, true),
    local: floats(at + 8, 10),
  }));
  const poses = rows(header.num_poses, header.ofs_poses, 88, (at) => ({
    parent: view.getInt32(at, true),
    mask: u32(at + 4),
    offset: floats(at + 8, 10),
    scale: floats(at + 48, 10),
  }));
  const worlds = (locals) => {
    const out = [];
    for (const [j, local] of locals.entries()) {
      const { parent } = joints[j];
      out.push(parent < 0 ? matrixOf(local) : times(out[parent], matrixOf(local)));
    }
    return out;
  };
  const bound = worlds(joints.map(({ local }) => local)).map(inverse);
  return {
    magic: new TextDecoder().decode(bytes.subarray(0, 16)),
    header,
    text: bytes.subarray(header.ofs_text, header.ofs_text + header.num_text),
    meshes: rows(header.num_meshes, header.ofs_meshes, 24, (at) => ({
      name: string(u32(at)),
      material: string(u32(at + 4)),
      firstVertex: u32(at + 8),
      vertices: u32(at + 12),
      firstTriangle: u32(at + 16),
      triangles: u32(at + 20),
    })),
    table,
    arrays,
    triangles: rows(header.num_triangles, header.ofs_triangles, 12, (at) => [u32(at), u32(at + 4), u32(at + 8)]),
    adjacency: rows(header.num_triangles, header.ofs_adjacency, 12, (at) => [u32(at), u32(at + 4), u32(at + 8)]),
    joints,
    poses,
    actions: rows(header.num_anims, header.ofs_anims, 20, (at) => ({
      name: string(u32(at)),
      first: u32(at + 4),
      frames: u32(at + 8),
      rate: f32(at + 12),
      loop: (u32(at + 16) & 1) === 1,
    })),
    bounds: rows(header.ofs_bounds === 0 ? 0 : header.num_frames, header.ofs_bounds, 32, (at) => ({
      min: floats(at, 3),
      max: floats(at + 12, 3),
      xyRadius: f32(at + 24),
      radius: f32(at + 28),
    })),
    /** Ten numbers per joint. */
    frame(number) {
      let at = header.ofs_frames + 2 * number * header.num_framechannels;
      return poses.map(({ mask, offset, scale }) =>
        offset.map((value, c) => {
          if ((mask & (1 << c)) === 0) return value;
          at += 2;
          return value + view.getUint16(at - 2, true) * scale[c];
        }),
      );
    },
    /** The vertices of a frame, or of the bind pose. */
    posed(number) {
      if (number === undefined || joints.length === 0) return arrays.position;
      const palette = worlds(this.frame(number)).map((world, j) => times(world, bound[j]));
      return arrays.position.map((position, v) => {
        const out = [0, 0, 0];
        for (const [k, weight] of arrays.blendweights[v].entries()) {
          if (weight === 0) continue;
          const at = apply(palette[arrays.blendindexes[v][k]], position);
          for (let c = 0; c < 3; ++c) out[c] += (weight / 255) * at[c];
        }
        return out;
      });
    },
  };
}

/** Least and largest of each coordinate. */
export const boxOf = (points) =>
  [Math.min, Math.max].map((pick) =>
    [0, 1, 2].map((c) => points.reduce((a, point) => pick(a, point[c]), points[0][c])),
  );

/** The engines that IQM is written for and that `check` knows readers of. */
export const iqmEngines = [
  'raylib',
  'fteqw',
  'darkplaces',
  'ioquake3',
  'quake3e',
  'spearmint',
  'q2rtx',
  'daemon',
  'gzdoom',
  'redeclipse',
  'cube2',
  'tesseract',
  'warfork',
  'alienarena',
  'love',
];

/** IQE of a joint that turns by a quarter per frame, and a mesh on it: `header` is what follows the name of the action. */
export const turningFlag = (header, frames) => `# Inter-Quake Export
joint "arm" -1
pq 0 0 0 0 0 0 -1
mesh "flag"
material "cloth"
vp 0 0 0
vt 0 0
vn 0 0 1
vb 0 1
vp 1 0 0
vt 1 0
vn 0 0 1
vb 0 1
vp 0 1 0
vt 0 1
vn 0 0 1
vb 0 1
fm 0 2 1
animation "turn"
${header}
${['pq 0 0 0 0 0 0 -1', 'pq 0 0 1 0 0 0.70710678 -0.70710678', 'pq 0 0 2 0 0 1 0']
  .slice(0, frames)
  .map((pose) => `frame\n${pose}\n`)
  .join('')}`;
