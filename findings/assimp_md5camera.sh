#!/bin/sh
# assimp 5.2 (assimpjs 0.0.10) drops the last frame of an md5camera and freezes its field of view.
#
# Four frames at x = 0, 1, 2, 3 with fields of view of 90, 80, 70 and 60 degrees become an animation of three keys, x = 0, 1, 2,
# and a camera whose horizontal field of view is 90 degrees for good. The import succeeds and reports nothing. A zoom, which
# md5camera exists for, is lost, and each shot ends a frame early.
#
# Seen on 2026-11-28:
#   x of the keys: [ 0, 1, 2 ] fields of view: [ 90 ]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund assimpjs@0.0.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import assimpjs from 'assimpjs';

const camera = `MD5Version 10
commandline ""

numFrames 4
frameRate 30
numCuts 0

cuts {
}

camera {
	( 0 0 0 ) ( 0 0 0 ) 90
	( 1 0 0 ) ( 0 0 0 ) 80
	( 2 0 0 ) ( 0 0 0 ) 70
	( 3 0 0 ) ( 0 0 0 ) 60
}
`;
const assimp = await assimpjs();
const files = new assimp.FileList();
files.AddFile('a.md5camera', new TextEncoder().encode(camera));
const result = assimp.ConvertFileList(files, 'assjson');
assert.ok(result.IsSuccess(), result.GetErrorCode());
const scene = JSON.parse(new TextDecoder().decode(result.GetFile(0).GetContent()));
const [{ channels }] = scene.animations;
const positions = channels[0].positionkeys.map(([, [x]]) => x);
const degrees = scene.cameras.map(({ horizontalfov }) => Math.round((horizontalfov * 180) / Math.PI));
console.log('x of the keys:', positions, 'fields of view:', degrees, 'animated:', Object.keys(channels[0]).join(' '));
assert.deepEqual(positions, [0, 1, 2]);
assert.deepEqual(degrees, [90]);
assert.ok(!Object.keys(channels[0]).some((key) => /fov|view/i.test(key)));
SCRIPT
node run.mjs
