// Models made for the tests, small enough to know every number by heart.

const quaternion = ([x, y, z]) => `( ${x} ${y} ${z} )`;

/**
 * An md5mesh of boxes, each moved whole by its own joint; `joints` and `boxes` as { name, parent, at } and
 * { joint, min, max } with corners in the joint's space. Faces are clockwise seen from outside, as the format wants.
 */
export function boxModel(joints, boxes) {
  const corners = (min, max) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]);
  const faces = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
  ].map(([a, b, c]) => [a, c, b]);
  const verts = [],
    tris = [],
    weights = [];
  boxes.forEach(({ joint, min, max }, box) => {
    for (const corner of corners(min, max)) {
      verts.push(`vert ${verts.length} ( 0 0 ) ${weights.length} 1`);
      weights.push(`weight ${weights.length} ${joint} 1 ( ${corner.join(' ')} )`);
    }
    for (const face of faces) tris.push(`tri ${tris.length} ${face.map((corner) => corner + box * 8).join(' ')}`);
  });
  return `MD5Version 10
commandline ""
numJoints ${joints.length}
numMeshes 1
joints {
${joints.map(({ name, parent, at }) => `"${name}" ${parent} ( ${at.join(' ')} ) ( 0 0 0 )`).join('\n')}
}
mesh {
shader "clay"
numverts ${verts.length}
${verts.join('\n')}
numtris ${tris.length}
${tris.join('\n')}
numweights ${weights.length}
${weights.join('\n')}
}
`;
}

/** An md5anim in which every joint has a position per frame; `frames` as a list of positions by joint, rotations none. */
export function slideAction(joints, frames, frameRate) {
  return `MD5Version 10
commandline ""
numFrames ${frames.length}
numJoints ${joints.length}
frameRate ${frameRate}
numAnimatedComponents ${joints.length * 3}
hierarchy {
${joints.map(({ name, parent }, i) => `"${name}" ${parent} 7 ${i * 3}`).join('\n')}
}
bounds {
${frames.map(() => '( -9 -9 -9 ) ( 9 9 9 )').join('\n')}
}
baseframe {
${joints.map(({ at }) => `( ${at.join(' ')} ) ${quaternion([0, 0, 0])}`).join('\n')}
}
${frames.map((frame, i) => `frame ${i} {\n${frame.map((position) => position.join(' ')).join('\n')}\n}`).join('\n')}
`;
}

export const sliderJoints = [{ name: 'origin', parent: -1, at: [0, 0, 0] }];

/** A box of side 2 that slides from y = -4 to y = +4 in one second: right to left as the file's front (+x) is seen. */
export const sliderModel = boxModel(sliderJoints, [{ joint: 0, min: [-1, -1, -1], max: [1, 1, 1] }]);
export const sliderAction = slideAction(sliderJoints, [[[0, -4, 0]], [[0, 4, 0]]], 1);

/** `side` by `side` vertices, three weights each, ten decimals, 64 joints: about 27 MB of text for a side of 300. */
export function largeModel(side = 300) {
  const joints = 64,
    parts = [];
  const number = (value) => value.toFixed(10);
  parts.push(`MD5Version 10\ncommandline ""\nnumJoints ${joints}\nnumMeshes 1\njoints {\n`);
  for (let j = 0; j < joints; ++j)
    parts.push(
      `"joint${j}" ${j - 1} ( ${number(j)} 0.0000000000 0.0000000000 ) ( 0.0000000000 0.0000000000 0.0000000000 )\n`,
    );
  parts.push(`}\nmesh {\nshader "clay"\nnumverts ${side * side}\n`);
  for (let v = 0; v < side * side; ++v)
    parts.push(`vert ${v} ( ${number((v % side) / side)} ${number(v / side / side)} ) ${v * 3} 3\n`);
  parts.push(`numtris ${(side - 1) * (side - 1) * 2}\n`);
  for (let y = 0, t = 0; y < side - 1; ++y) {
    for (let x = 0; x < side - 1; ++x) {
      const a = y * side + x;
      parts.push(`tri ${t++} ${a} ${a + 1} ${a + side}\ntri ${t++} ${a + 1} ${a + side + 1} ${a + side}\n`);
    }
  }
  parts.push(`numweights ${side * side * 3}\n`);
  for (let v = 0, w = 0; v < side * side; ++v) {
    const x = ((v % side) / side) * (joints - 1),
      y = Math.floor(v / side) / 8,
      z = Math.sin(x) * 3;
    for (let i = 0; i < 3; ++i, ++w) {
      const joint = Math.min(joints - 1, Math.floor(x) + (i % 2));
      parts.push(`weight ${w} ${joint} ${number(1 / 3)} ( ${number(x - joint)} ${number(y)} ${number(z)} )\n`);
    }
  }
  parts.push('}\n');
  return parts.join('');
}
