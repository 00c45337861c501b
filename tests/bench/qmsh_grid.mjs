// Large QMSH files made on the spot, a text and a binary: the same bytes on every machine.

const turn = (joint) => joint / 20;
const height = (x, y) => Math.sin(x * 0.7) * Math.cos(y * 0.4);

/** The two bones that hold a vertex at x, and the weight of the first. */
function holders(x, bones) {
  const first = Math.min(bones - 1, Math.floor(x)),
    second = Math.min(bones - 1, first + 1);
  return { first, second, weight: second === first ? 1 : 1 - (x - Math.floor(x)) };
}

/**
 * A `.qmsh.tmp` of version 10: `objects` grids of side x side vertices in quads, six decimals as the exporter prints
 * them, two vertex groups per vertex, and an action with Bezier curves for every bone.
 */
export function gridText({ objects = 4, side = 185, bones = 24, keys = 200 } = {}) {
  const n = (value) => value.toFixed(6);
  const lines = ['QMSH TMP 10', 'objects {', '\tarmature "Rig" {', '\t\t0.000000,0.000000,0.000000'];
  lines.push('\t\t0.000000,0.000000,0.000000', '\t\t1.000000,1.000000,1.000000', '\t\t1 0');
  for (let b = 0; b < bones; ++b) {
    const end = (x) => `${n(x)},0.000000,0.000000 ${n(x)},0.000000,0.000000 0.100000`;
    const rows = ['0.000000, 1.000000, 0.000000', '1.000000, 0.000000, 0.000000', '0.000000, 0.000000, -1.000000'];
    lines.push(
      `\t\tbone "bone${b}" {`,
      `\t\t\t"${b === 0 ? '' : `bone${b - 1}`}"`,
      `\t\t\thead ${end(b)}`,
      `\t\t\ttail ${end(b + 1)}`,
      '\t\t\t0.000000 0.000000',
      '\t\t\t1.000000 1.000000',
      ...rows.map((row) => `\t\t\t${row};`),
      ...rows.map((row) => `\t\t\t${row}, 0.000000;`),
      `\t\t\t${n(b)}, 0.000000, 0.000000, 1.000000;`,
      '\t\t}',
    );
  }
  lines.push('\t}');
  for (let o = 0; o < objects; ++o) {
    lines.push(`\tmesh "grid${o}" {`, '\t\t0.000000,0.000000,0.000000', '\t\t0.000000,0.000000,0.000000');
    lines.push('\t\t1.000000,1.000000,1.000000', '\t\t"Rig" ""', '\t\t30.000000', '\t\tmaterials 1 {', '\t\t\t"clay"');
    lines.push('\t\t}', `\t\tvertices ${side * side} {`);
    const at = (v) => [((v % side) / side) * bones, o * 10 + Math.floor(v / side) / 20];
    for (let v = 0; v < side * side; ++v) {
      const [x, y] = at(v);
      lines.push(`\t\t\t${n(x)},${n(y)},${n(height(x, y))}`);
    }
    lines.push('\t\t}', `\t\tfaces ${(side - 1) * (side - 1)} {`);
    for (let row = 0; row + 1 < side; ++row) {
      for (let column = 0; column + 1 < side; ++column) {
        const corner = (r, c) => `${r * side + c} ${n(c / side)},${n(r / side)}`;
        const corners = [
          corner(row, column),
          corner(row, column + 1),
          corner(row + 1, column + 1),
          corner(row + 1, column),
        ];
        lines.push(`\t\t\t4 0 1 ${corners.join(' ')}`);
      }
    }
    lines.push('\t\t}', '\t\tvertex_groups {');
    for (let b = 0; b < bones; ++b) {
      lines.push(`\t\t\t"bone${b}" {`);
      for (let v = 0; v < side * side; ++v) {
        const { first, second, weight } = holders(at(v)[0], bones);
        if (first === b) lines.push(`\t\t\t\t${v} ${n(weight)}`);
        else if (second === b) lines.push(`\t\t\t\t${v} ${n(1 - weight)}`);
      }
      lines.push('\t\t\t}');
    }
    lines.push('\t\t}', '\t}');
  }
  lines.push('}', 'actions {', '\t"sway" {');
  for (let b = 0; b < bones; ++b) {
    lines.push(`\t\t"bone${b}" {`);
    for (const [name, value] of [
      ['QuatX', (k) => Math.sin(Math.sin(k + b) / 4)],
      ['QuatW', (k) => Math.cos(Math.sin(k + b) / 4)],
    ]) {
      lines.push(`\t\t\t"${name}" BEZIER CYCLIC {`);
      for (let k = 0; k < keys; ++k) lines.push(`\t\t\t\t${n(1 + k * 5)},${n(value(k))}`);
      lines.push('\t\t\t}');
    }
    lines.push('\t\t}');
  }
  lines.push('\t}', '}', 'params {', '\tfps = 25', '}', '');
  return lines.join('\n');
}

/** A binary of version 22: a skinned grid with tangents, and `actions` of `keys` poses of all bones. */
export function gridBinary({ side = 255, bones = 60, actions = 4, keys = 2100 } = {}) {
  const vertices = side * side,
    triangles = Math.min(65535, 2 * (side - 1) * (side - 1));
  const name = (text) => 1 + text.length;
  const perBone = (b) => name(`bone${b}`) + 2 + 48 + 64 + 32 + 1;
  const boneBytes = Array.from({ length: bones }, (_, b) => perBone(b)).reduce((a, b) => a + b, 0);
  const submesh = 8 + name('grid') + name('clay.png') + 20 + name('') + name('');
  const group = name('default') + 2 + 1 + bones;
  const action = (a) => name(`action${a}`) + 6 + keys * (4 + 40 * bones);
  const total = 88 + vertices * 64 + triangles * 6 + submesh + boneBytes + group + actions * action(0);
  const bytes = new Uint8Array(total),
    view = new DataView(bytes.buffer);
  let at = 0;
  const u8 = (v) => view.setUint8(at++, v);
  const u16 = (v) => (view.setUint16(at, v, true), (at += 2));
  const u32 = (v) => (view.setUint32(at, v, true), (at += 4));
  const f = (...values) => values.forEach((v) => (view.setFloat32(at, v, true), (at += 4)));
  const str = (text) => {
    u8(text.length);
    for (const c of text) u8(c.charCodeAt(0));
  };
  const point = (v) => {
    const x = ((v % side) / side) * bones,
      z = Math.floor(v / side) / 8;
    return [x, height(x, z), z];
  };
  let radius = 0;
  const min = [Infinity, Infinity, Infinity],
    max = [-Infinity, -Infinity, -Infinity];
  for (let v = 0; v < vertices; ++v) {
    const p = point(v);
    radius = Math.max(radius, Math.hypot(...p));
    p.forEach((c, i) => ((min[i] = Math.min(min[i], c)), (max[i] = Math.max(max[i], c))));
  }
  for (const c of 'QMSH') u8(c.charCodeAt(0));
  (u8(22), u8(1 | 2));
  for (const count of [vertices, triangles, 1, bones, actions, 0, 1]) u16(count);
  f(radius, ...min, ...max);
  u32(total);
  f(1, 1, 1, 0, 0, 0, 0, 1, 0);
  for (let v = 0; v < vertices; ++v) {
    const [x, y, z] = point(v),
      { first, second, weight } = holders(x, bones);
    f(x, y, z, weight);
    (u8(first + 1), u8(second + 1), u16(0));
    f(0, 1, 0, (v % side) / side, Math.floor(v / side) / side, 1, 0, 0, 0, 0, 1);
  }
  for (let t = 0; t < triangles; ++t) {
    const quad = t >> 1,
      a = Math.floor(quad / (side - 1)) * side + (quad % (side - 1));
    for (const v of t & 1 ? [a + 1, a + side, a + side + 1] : [a, a + side, a + 1]) u16(v);
  }
  (u16(0), u16(triangles), u16(0), u16(vertices));
  (str('grid'), str('clay.png'));
  f(1, 1, 1, 0.2);
  u32(10);
  (str(''), str(''));
  for (let b = 0; b < bones; ++b) {
    str(`bone${b}`);
    u16(b);
    f(1, 0, 0, 0, 1, 0, 0, 0, 1, b === 0 ? 0 : 1, 0, 0);
    f(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, b, 0, 0, 1);
    f(b, 0, 0, 0.1, b + 1, 0, 0, 0.1);
    u8(0);
  }
  str('default');
  (u16(0), u8(bones));
  for (let b = 0; b < bones; ++b) u8(b + 1);
  for (let a = 0; a < actions; ++a) {
    str(`action${a}`);
    f((keys - 1) / 25);
    u16(keys);
    for (let k = 0; k < keys; ++k) {
      f(k / 25);
      for (let b = 0; b < bones; ++b) {
        const half = Math.sin(turn(k + b)) / 4;
        f(0, 0, 0, Math.sin(half), 0, 0, -Math.cos(half), 1, 1, 1);
      }
    }
  }
  if (at !== total) throw new Error(`the binary has ${at} bytes instead of ${total}`);
  return bytes;
}
