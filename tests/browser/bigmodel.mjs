// A model of a size that takes a while to read, written by the test.

/** An md5mesh: a sheet of `side` by `side` vertices with waves in it, on one joint. 400 are 26 MB. */
export function sheetModel(side = 400) {
  const [vertices, triangles, weights] = [[], [], []];
  for (let y = 0, i = 0; y < side; ++y)
    for (let x = 0; x < side; ++x, ++i) {
      const [u, v] = [x / (side - 1), y / (side - 1)];
      vertices.push(`\tvert ${i} ( ${u.toFixed(6)} ${v.toFixed(6)} ) ${i} 1`);
      const at = [(u - 0.5) * 64, (v - 0.5) * 64, 4 * Math.sin(12 * u) * Math.cos(9 * v)].map((value) =>
        value.toFixed(6),
      );
      weights.push(`\tweight ${i} 0 1.000000 ( ${at.join(' ')} )`);
      if (x === 0 || y === 0) continue;
      const before = i - side;
      triangles.push([before - 1, before, i - 1], [before, i, i - 1]);
    }
  return `MD5Version 10
commandline "${'made by a test '.repeat(8)}"
numJoints 1
numMeshes 1
joints {
\t"root" -1 ( 0 0 0 ) ( 0 0 0 )
}
mesh {
\tshader "sheet"
\tnumverts ${vertices.length}
${vertices.join('\n')}
\tnumtris ${triangles.length}
${triangles.map((corners, i) => `\ttri ${i} ${corners.join(' ')}`).join('\n')}
\tnumweights ${weights.length}
${weights.join('\n')}
}
`;
}
