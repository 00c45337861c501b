// A model of 20,000 triangles for pictures: a knobbly ring over a chain of joints, with a texture.

const kJoints = 16;

/** Text of an md5mesh of 2 * kAround * kAcross triangles; the texture's name is `ring.tga`. */
export function ringMesh(kAround = 200, kAcross = 50) {
  const n = (value) => value.toFixed(6);
  const lines = ['MD5Version 10', 'commandline "ring"', '', `numJoints ${kJoints}`, 'numMeshes 1', '', 'joints {'];
  for (let j = 0; j < kJoints; ++j) lines.push(`\t"joint${j}"\t${j - 1} ( 0 0 ${n(j)} ) ( 0 0 0 )`);
  const weights = [],
    vertices = [],
    triangles = [];
  for (let a = 0; a <= kAround; ++a) {
    for (let c = 0; c <= kAcross; ++c) {
      const around = (2 * Math.PI * a) / kAround,
        across = (2 * Math.PI * c) / kAcross;
      const thick = 3 + 0.5 * Math.sin(6 * around) * Math.cos(3 * across),
        far = 9 + thick * Math.cos(across);
      const place = [far * Math.cos(around), far * Math.sin(around), thick * Math.sin(across)];
      vertices.push(
        `\tvert ${vertices.length} ( ${n((8 * a) / kAround)} ${n((2 * c) / kAcross)} ) ${weights.length} 4`,
      );
      for (let i = 0; i < 4; ++i) {
        const joint = (a + 5 * i) % kJoints,
          [x, y, z] = place;
        weights.push(`\tweight ${weights.length} ${joint} 0.25 ( ${n(x)} ${n(y)} ${n(z - joint)} )`);
      }
    }
  }
  const at = (a, c) => a * (kAcross + 1) + c;
  for (let a = 0; a < kAround; ++a) {
    for (let c = 0; c < kAcross; ++c) {
      triangles.push(`\ttri ${triangles.length} ${at(a, c)} ${at(a, c + 1)} ${at(a + 1, c)}`);
      triangles.push(`\ttri ${triangles.length} ${at(a + 1, c)} ${at(a, c + 1)} ${at(a + 1, c + 1)}`);
    }
  }
  lines.push('}', '', 'mesh {', '\tshader "ring"', '', `\tnumverts ${vertices.length}`, ...vertices);
  lines.push(
    '',
    `\tnumtris ${triangles.length}`,
    ...triangles,
    '',
    `\tnumweights ${weights.length}`,
    ...weights,
    '}',
    '',
  );
  return lines.join('\n');
}

/** A TGA of 512 x 512 pixels: tiles with a soft pattern. */
export function ringTexture() {
  const size = 512,
    bytes = new Uint8Array(18 + size * size * 3);
  bytes.set([0, 0, 2]);
  bytes.set([0, 2, 0, 2, 24, 0x20], 12);
  for (let y = 0, at = 18; y < size; ++y) {
    for (let x = 0; x < size; ++x, at += 3) {
      const tile = ((x >> 6) + (y >> 6)) % 2,
        wave = 30 * Math.sin(x / 9) * Math.cos(y / 13);
      bytes.set([90 + 80 * tile + wave, 120 + 60 * tile + wave, 170 + 40 * tile + wave], at);
    }
  }
  return bytes;
}
