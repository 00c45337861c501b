// A large md5mesh made on the spot: the same bytes on every machine.

/** Small integer generator (xorshift32): uniform in [0, 1). */
function generator(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

/**
 * Text of an md5mesh: a grid of side x side vertices over `joints` joints, ten decimals. Each vertex has
 * `influences(random)` weights that sum up to 1; a weight's position is the vertex in the joint's space.
 */
export function gridMesh({ side = 300, joints = 64, influences = (random) => 1 + Math.floor(random() * 4) } = {}) {
  const random = generator(0x9e3779b9);
  const n = (value) => value.toFixed(10);
  const lines = ['MD5Version 10', 'commandline "grid"', '', `numJoints ${joints}`, 'numMeshes 1', '', 'joints {'];
  // Joint j stands at (j, 0, 0), turned about z by j / 10 rad.
  const turn = (joint) => joint / 10;
  for (let j = 0; j < joints; ++j) {
    lines.push(`\t"joint${j}"\t${j - 1} ( ${n(j)} ${n(0)} ${n(0)} ) ( ${n(0)} ${n(0)} ${n(-Math.sin(turn(j) / 2))} )`);
  }
  lines.push('}', '', 'mesh {', '\tshader "grid"', '', `\tnumverts ${side * side}`);

  const weights = [];
  for (let v = 0; v < side * side; ++v) {
    const [x, y, z] = [(v % side) * 0.2, Math.floor(v / side) * 0.2, Math.sin(v / 50)];
    const count = influences(random);
    lines.push(`\tvert ${v} ( ${n((v % side) / side)} ${n(Math.floor(v / side) / side)} ) ${weights.length} ${count}`);
    for (let i = 0; i < count; ++i) {
      const joint = (Math.floor(random() * joints) + i) % joints;
      const [cos, sin] = [Math.cos(turn(joint)), Math.sin(turn(joint))];
      const [dx, dy] = [x - joint, y];
      const position = `( ${n(cos * dx + sin * dy)} ${n(cos * dy - sin * dx)} ${n(z)} )`;
      weights.push(`\tweight ${weights.length} ${joint} ${n(1 / count)} ${position}`);
    }
  }
  lines.push('', `\tnumtris ${2 * (side - 1) * (side - 1)}`);
  let triangle = 0;
  for (let row = 0; row + 1 < side; ++row) {
    for (let column = 0; column + 1 < side; ++column) {
      const a = row * side + column;
      lines.push(
        `\ttri ${triangle++} ${a} ${a + 1} ${a + side}`,
        `\ttri ${triangle++} ${a + 1} ${a + side + 1} ${a + side}`,
      );
    }
  }
  lines.push('', `\tnumweights ${weights.length}`);
  return [...lines, ...weights, '}', ''].join('\n');
}
