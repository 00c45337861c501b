#!/bin/sh
# three.js r187 plays the three pains of a Quake II monster as one animation of 1.2 seconds.
#
# Quake II numbers the frames of its actions by hundreds: pain101 to pain104 is the first pain, pain201 to pain204 the second,
# and the game plays one of them. MD2Loader makes clips from morph targets whose names differ in their last digits only,
# wherever they stand in the file: 12 frames become the clip "pain". So do frames of one name that other actions part: run1 and
# run2, and run3 behind the pains, are one clip of three frames. A frame whose name has a blank is in no clip at all.
#
# Seen on 2026-11-29:
#   run: 3 frames, 0.3 s; pain: 12 frames, 1.2 s
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund three@0.187.0 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { MD2Loader } from 'three/addons/loaders/MD2Loader.js';

const pains = [1, 2, 3].flatMap((pain) => [1, 2, 3, 4].map((frame) => `pain${pain}0${frame}`));
const names = ['run1', 'run2', ...pains, 'run3', 'look up1', 'look up2'];
const size = 52,
  [textures, triangles, first] = [68, 80, 92],
  commands = first + size * names.length,
  end = commands + 4;
const file = Buffer.alloc(end);
[0x32504449, 8, 8, 8, size, 0, 3, 3, 1, 1, names.length, 68, textures, triangles, first, commands, end].forEach((value, i) =>
  file.writeInt32LE(value, 4 * i),
);
[0, 1, 2, 0, 1, 2].forEach((index, i) => file.writeUInt16LE(index, triangles + 2 * i));
names.forEach((name, number) => {
  const frame = first + size * number;
  [1, 1, 1, 0, 0, 0].forEach((value, i) => file.writeFloatLE(value, frame + 4 * i));
  file.write(name, frame + 24);
  [[0, 0, number], [9, 0, 0], [0, 9, 0]].forEach((mark, i) => file.set([...mark, 5], frame + 40 + 4 * i));
});

const { animations } = new MD2Loader().parse(file.buffer.slice(file.byteOffset, file.byteOffset + end));
const seen = animations
  .map(({ name, tracks, duration }) => `${name}: ${tracks.length} frames, ${Number(duration.toFixed(3))} s`)
  .join('; ');
console.log(seen);
assert.equal(seen, 'run: 3 frames, 0.3 s; pain: 12 frames, 1.2 s');
SCRIPT
node run.mjs
