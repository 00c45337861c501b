// Large Inter-Quake models made on the spot, a binary and a text: the same bytes on every machine. A sheet of side x side
// vertices over a chain of joints, two of which hold each vertex, with normals, coordinates and one action.

/** Vertex v of the sheet, before rounding: position, coordinates, normal, the first of its two joints and its share. */
function vertexOf(v, side, joints) {
  const x = v % side,
    y = Math.floor(v / side),
    along = (x / side) * (joints - 1),
    first = Math.floor(along),
    dx = 0.7 * Math.cos(x * 0.7) * Math.cos(y * 0.4),
    dy = -0.4 * Math.sin(x * 0.7) * Math.sin(y * 0.4),
    length = Math.hypot(dx, dy, 1);
  return {
    position: [along, y / 10, Math.sin(x * 0.7) * Math.cos(y * 0.4)],
    uv: [x / side, y / side],
    normal: [-dx / length, -dy / length, 1 / length],
    first,
    share: 1 - (along - first),
  };
}

/** Corners of every triangle, clockwise seen from above. */
function* trianglesOf(side) {
  for (let y = 0; y + 1 < side; ++y) {
    for (let x = 0; x + 1 < side; ++x) {
      const a = y * side + x;
      yield [a, a + side, a + 1];
      yield [a + 1, a + side, a + side + 1];
    }
  }
}

const halfTurn = (frame) => Math.sin(frame / 20) / 4;

/** Version 2, weights in 255ths; in the action all joints turn about z. */
export function gridIqm({ side = 700, joints = 24, frames = 200 } = {}) {
  const count = side * side,
    triangleCount = 2 * (side - 1) * (side - 1);
  const names = ['', 'sheet', 'clay', 'sway', ...Array.from({ length: joints }, (_, j) => `joint${j}`)];
  const text = Buffer.from(`${names.join('\0')}\0`.padEnd(512, '\0'));
  const nameAt = (name) => text.indexOf(`\0${name}\0`) + 1;

  const position = new Float32Array(3 * count),
    uv = new Float32Array(2 * count),
    normal = new Float32Array(3 * count),
    joint = new Uint8Array(4 * count),
    weight = new Uint8Array(4 * count);
  for (let v = 0; v < count; ++v) {
    const at = vertexOf(v, side, joints),
      whole = Math.round(255 * at.share);
    position.set(at.position, 3 * v);
    uv.set(at.uv, 2 * v);
    normal.set(at.normal, 3 * v);
    joint.set([at.first, at.first + 1], 4 * v);
    weight.set([whole, 255 - whole], 4 * v);
  }
  const index = Uint32Array.from([...trianglesOf(side)].flat());

  const jointRows = [],
    poseRows = [];
  for (let j = 0; j < joints; ++j) {
    const rest = [j === 0 ? 0 : 1, 0, 0, 0, 0, 0, 1, 1, 1, 1];
    jointRows.push(
      Buffer.from(new Int32Array([nameAt(`joint${j}`), j - 1]).buffer),
      Buffer.from(new Float32Array(rest).buffer),
    );
    // The channels 5 and 6, z and w of the rotation, move between -1 and 1.
    const offset = rest.map((value, c) => (c === 5 || c === 6 ? -1 : value)),
      scale = rest.map((_, c) => (c === 5 || c === 6 ? 2 / 65535 : 0));
    poseRows.push(
      Buffer.from(new Int32Array([j - 1, 0b1100000]).buffer),
      Buffer.from(new Float32Array([...offset, ...scale]).buffer),
    );
  }
  const frameRows = new Uint16Array(2 * joints * frames),
    step = (value) => Math.round(((value + 1) / 2) * 65535);
  for (let f = 0; f < frames; ++f) {
    for (let j = 0; j < joints; ++j)
      frameRows.set([step(Math.sin(halfTurn(f))), step(Math.cos(halfTurn(f)))], 2 * (f * joints + j));
  }

  const parts = [];
  let end = 124;
  const place = (...buffers) => {
    const at = end;
    for (const buffer of buffers) {
      parts.push(buffer);
      end += buffer.length;
    }
    return at;
  };
  const bytesOf = (array) => Buffer.from(array.buffer);
  const words = (...numbers) => bytesOf(new Uint32Array(numbers));
  const textAt = place(text),
    meshesAt = place(words(nameAt('sheet'), nameAt('clay'), 0, count, 0, triangleCount));
  // Type, format (7 = float, 1 = ubyte) and components of every array.
  const arrays = [
    [0, 7, 3, place(bytesOf(position))],
    [1, 7, 2, place(bytesOf(uv))],
    [2, 7, 3, place(bytesOf(normal))],
    [4, 1, 4, place(bytesOf(joint))],
    [5, 1, 4, place(bytesOf(weight))],
  ];
  const arraysAt = place(...arrays.map(([type, format, size, at]) => words(type, 0, format, size, at))),
    trianglesAt = place(bytesOf(index)),
    jointsAt = place(...jointRows),
    posesAt = place(...poseRows),
    actionsAt = place(words(nameAt('sway'), 0, frames), bytesOf(new Float32Array([25])), words(1)),
    framesAt = place(bytesOf(frameRows));
  const head = [
    2,
    end,
    0,
    text.length,
    textAt,
    1,
    meshesAt,
    arrays.length,
    count,
    arraysAt,
    triangleCount,
    trianglesAt,
    0,
  ];
  head.push(joints, jointsAt, joints, posesAt, 1, actionsAt, frames, 2 * joints, framesAt, 0, 0, 0, 0, 0);
  return Buffer.concat([Buffer.from('INTERQUAKEMODEL\0'), words(...head), ...parts]);
}

/** An Inter-Quake Export, eight decimals. */
export function gridIqe({ side = 370, joints = 24, frames = 200 } = {}) {
  const n = (...values) => values.map((value) => value.toFixed(8)).join(' ');
  const lines = ['# Inter-Quake Export', ''];
  for (let j = 0; j < joints; ++j)
    lines.push(`joint "joint${j}" ${j - 1}`, `pq ${n(j === 0 ? 0 : 1, 0, 0)} ${n(0, 0, 0, 1)}`);
  lines.push('', 'mesh "sheet"', 'material "clay"');
  for (let v = 0; v < side * side; ++v) {
    const { position, uv, normal, first, share } = vertexOf(v, side, joints);
    lines.push(`vp ${n(...position)}`, `vt ${n(...uv)}`, `vn ${n(...normal)}`);
    lines.push(`vb ${first} ${n(share)} ${first + 1} ${n(1 - share)}`);
  }
  for (const corners of trianglesOf(side)) lines.push(`fm ${corners.join(' ')}`);
  lines.push('', 'animation "sway"', 'framerate 25', 'loop');
  for (let f = 0; f < frames; ++f) {
    lines.push('frame');
    for (let j = 0; j < joints; ++j)
      lines.push(`pq ${n(j === 0 ? 0 : 1, 0, 0)} ${n(0, 0, Math.sin(halfTurn(f)), Math.cos(halfTurn(f)))}`);
  }
  return [...lines, ''].join('\n');
}
