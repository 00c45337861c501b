#!/bin/sh
# three.js r187 shows Quake II models as their mirror images: what an .md2 has on its left comes out on its right.
#
# Quake II's space is right-handed: x forward, y left, z up. MD2Loader takes (x, z, y) as "y up", which exchanges two axes and
# turns none, so it mirrors. Faces do not give it away: fronts are clockwise in the file and counter-clockwise in three.js, so
# the mirrored triangles are just the ones that are drawn. Seen from behind and above, a marker at y = +20, the left hand, stands
# at z = +20, which is right of an observer who looks along +x with y up. Writing on skins reads backwards, and a weapon
# modelled for the right hand is in the left.
#
# Seen on 2026-11-29:
#   forward (10, 0, 0), left (0, 0, 20), up (0, 30, 0); left . (up x forward) is -6000, in the file 6000
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund three@0.187.0 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { MD2Loader } from 'three/addons/loaders/MD2Loader.js';

const marks = { forward: [10, 0, 0], left: [0, 20, 0], up: [0, 0, 30] };
const [textures, triangles, frame, commands, end] = [68, 80, 92, 144, 148];
const file = Buffer.alloc(end);
[0x32504449, 8, 8, 8, 52, 0, 3, 3, 1, 1, 1, 68, textures, triangles, frame, commands, end].forEach((value, i) =>
  file.writeInt32LE(value, 4 * i),
);
[0, 1, 2, 0, 1, 2].forEach((index, i) => file.writeUInt16LE(index, triangles + 2 * i));
[1, 1, 1, 0, 0, 0].forEach((value, i) => file.writeFloatLE(value, frame + 4 * i));
file.write('stand01', frame + 24);
Object.values(marks).forEach((mark, i) => file.set([...mark, 5], frame + 40 + 4 * i));

const { position } = new MD2Loader().parse(file.buffer.slice(file.byteOffset, file.byteOffset + end)).attributes;
const [forward, left, up] = [0, 1, 2].map((i) => [position.getX(i), position.getY(i), position.getZ(i)]);
const triple = (a, [x, y, z], [u, v, w]) => a[0] * (y * w - z * v) + a[1] * (z * u - x * w) + a[2] * (x * v - y * u);
const [inFile, inThree] = [triple(marks.left, marks.up, marks.forward), triple(left, up, forward)];
console.log(
  `forward (${forward.join(', ')}), left (${left.join(', ')}), up (${up.join(', ')}); left . (up x forward) is ${inThree}, in the file ${inFile}`,
);
assert.deepEqual([forward, left, up], [[10, 0, 0], [0, 0, 20], [0, 30, 0]]);
assert.equal(inFile, 6000);
assert.equal(inThree, -6000);
SCRIPT
node run.mjs
