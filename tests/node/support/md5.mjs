// A second reader of MD5 for the tests: double precision, straight from the format's description, sharing nothing with
// the core or with the writers it checks.

/** The file as nested lists: numbers, quoted texts, words as symbols, and lists for brackets and braces. */
function tokens(text) {
  const list = text.match(/\/\/[^\n]*|"[^"]*"|[(){}]|[^\s(){}"]+/g).filter((t) => !t.startsWith('//'));
  let at = 0;
  const group = () => {
    const out = [];
    while (at < list.length && list[at] !== ')' && list[at] !== '}') {
      const token = list[at++];
      if (token === '(' || token === '{') {
        out.push(group());
        at++;
      } else if (token.startsWith('"')) out.push(token.slice(1, -1));
      else out.push(Number.isNaN(Number(token)) ? Symbol.for(token) : Number(token));
    }
    return out;
  };
  return group();
}

const after = (list, key, from = 0) => list[list.indexOf(Symbol.for(key), from) + 1];
const rows = (list, width) =>
  Array.from({ length: list.length / width }, (_, i) => list.slice(i * width, (i + 1) * width));

/** 3x3 rows of the rotation that a stored orientation stands for: joint space to model space. */
export function rotation([x, y, z]) {
  const w = -Math.sqrt(Math.abs(1 - x * x - y * y - z * z));
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}
const apply = ([a, b, c], [x, y, z]) => [
  a[0] * x + a[1] * y + a[2] * z,
  b[0] * x + b[1] * y + b[2] * z,
  c[0] * x + c[1] * y + c[2] * z,
];
const product = (a, b) => a.map((row) => [0, 1, 2].map((c) => row[0] * b[0][c] + row[1] * b[1][c] + row[2] * b[2][c]));

export function parseMesh(text) {
  const list = tokens(text);
  const joints = rows(after(list, 'joints'), 4).map(([name, parent, position, stored]) => ({
    name,
    parent,
    position,
    stored,
  }));
  const meshes = list
    .flatMap((token, i) => (token === Symbol.for('mesh') ? [list[i + 1]] : []))
    .map((body) => ({
      shader: after(body, 'shader'),
      counts: ['numverts', 'numtris', 'numweights'].map((key) => after(body, key)),
      vertices: each(body, 'vert', 4).map(([, uv, first, count]) => ({ uv, first, count })),
      triangles: each(body, 'tri', 4).map((row) => row.slice(1)),
      weights: each(body, 'weight', 4).map(([, joint, bias, offset]) => ({ joint, bias, offset })),
    }));
  return { joints, meshes, declared: { joints: after(list, 'numJoints'), meshes: after(list, 'numMeshes') } };
}

const each = (list, key, width) =>
  list.flatMap((token, i) => (token === Symbol.for(key) ? [list.slice(i + 1, i + 1 + width)] : []));

export function parseAnim(text) {
  const list = tokens(text);
  const base = rows(after(list, 'baseframe'), 2);
  const hierarchy = rows(after(list, 'hierarchy'), 4);
  const components = each(list, 'frame', 2).map(([, values]) => values);
  const frames = components.map((values) =>
    hierarchy.map(([, , flags, first], j) => {
      const six = [...base[j][0], ...base[j][1]];
      let next = first;
      for (let c = 0; c < 6; c++) if (flags & (1 << c)) six[c] = values[next++];
      return { position: six.slice(0, 3), stored: six.slice(3) };
    }),
  );
  return {
    rate: after(list, 'frameRate'),
    declaredFrames: after(list, 'numFrames'),
    declaredComponents: after(list, 'numAnimatedComponents'),
    names: hierarchy.map((row) => row[0]),
    parents: hierarchy.map((row) => row[1]),
    frames,
    components,
    bounds: rows(after(list, 'bounds'), 2),
  };
}

export function parseCamera(text) {
  const list = tokens(text);
  return {
    rate: after(list, 'frameRate'),
    declaredFrames: after(list, 'numFrames'),
    declaredCuts: after(list, 'numCuts'),
    cuts: after(list, 'cuts'),
    frames: rows(after(list, 'camera'), 3).map(([position, stored, fov]) => ({ position, stored, fov })),
  };
}

/** Model-space joints of the bind pose. */
export const bindPose = (mesh) => mesh.joints.map(({ position, stored }) => ({ position, rotation: rotation(stored) }));

/** Model-space joints of one frame. */
export function framePose(anim, frame) {
  const world = [];
  anim.frames[frame].forEach(({ position, stored }, j) => {
    const above = world[anim.parents[j]];
    const local = { position, rotation: rotation(stored) };
    world.push(
      above === undefined
        ? local
        : {
            position: apply(above.rotation, position).map((c, i) => c + above.position[i]),
            rotation: product(above.rotation, local.rotation),
          },
    );
  });
  return world;
}

/** Where a joint in a pose puts a point of its own space. */
export const place = ({ position, rotation: rows }, point) => {
  const p = apply(rows, point);
  for (let c = 0; c < 3; c++) p[c] += position[c];
  return p;
};

/** Positions of the vertices of one mesh of the file in a pose. */
export const skin = ({ vertices, weights }, pose) =>
  vertices.map(({ first, count }) => {
    const sum = [0, 0, 0];
    for (let i = first; i < first + count; i++) {
      const { joint, bias, offset } = weights[i];
      const p = place(pose[joint], offset);
      for (let c = 0; c < 3; c++) sum[c] += bias * p[c];
    }
    return sum;
  });

export function boundsOf(points) {
  const min = [0, 1, 2].map((c) => points.reduce((m, p) => Math.min(m, p[c]), Infinity));
  const max = [0, 1, 2].map((c) => points.reduce((m, p) => Math.max(m, p[c]), -Infinity));
  return { min, max };
}
