#!/bin/sh
# assimp 5.2 (assimpjs 0.0.10, all of its importers as WebAssembly) reads the frame rate of an md5anim only from a file with
# CRLF line ends; with LF the animation plays at 24 frames per second, whatever the file states.
#
# The two inputs differ in nothing but their line ends, which md5 does not care about: id's own reader takes any white space.
# Three frames at `frameRate 30`: with CRLF the result has 30 ticks per second, with LF 24. The import succeeds both times
# and reports nothing. md5camera files share the reader, and the fault.
#
# Seen on 2026-11-28:
#   ticks per second of frameRate 30: { lf: 24, crlf: 30 }
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund assimpjs@0.0.10 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import assimpjs from 'assimpjs';

const mesh = `MD5Version 10
commandline ""

numJoints 1
numMeshes 1

joints {
	"origin"	-1 ( 0 0 0 ) ( 0 0 0 )		//
}

mesh {
	shader "a"

	numverts 3
	vert 0 ( 0 0 ) 0 1
	vert 1 ( 1 0 ) 1 1
	vert 2 ( 0 1 ) 2 1

	numtris 1
	tri 0 0 2 1

	numweights 3
	weight 0 0 1 ( 0 0 0 )
	weight 1 0 1 ( 2 0 0 )
	weight 2 0 1 ( 0 2 0 )
}
`;
const animation = `MD5Version 10
commandline ""

numFrames 3
numJoints 1
frameRate 30
numAnimatedComponents 1

hierarchy {
	"origin"	-1 1 0	//
}

bounds {
	( 0 0 0 ) ( 2 2 2 )
	( 0 0 0 ) ( 2 2 2 )
	( 0 0 0 ) ( 2 2 2 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
}

frame 0 {
	 0
}

frame 1 {
	 1
}

frame 2 {
	 2
}
`;
const assimp = await assimpjs();
const ticksPerSecond = (lineEnd) => {
  const files = new assimp.FileList();
  const bytes = (text) => new TextEncoder().encode(text.replaceAll('\n', lineEnd));
  files.AddFile('a.md5mesh', bytes(mesh));
  files.AddFile('a.md5anim', bytes(animation));
  const result = assimp.ConvertFileList(files, 'assjson');
  assert.ok(result.IsSuccess(), result.GetErrorCode());
  const scene = JSON.parse(new TextDecoder().decode(result.GetFile(0).GetContent()));
  return scene.animations[0].tickspersecond;
};
const found = { lf: ticksPerSecond('\n'), crlf: ticksPerSecond('\r\n') };
console.log('ticks per second of frameRate 30:', found);
assert.deepEqual(found, { lf: 24, crlf: 30 });
SCRIPT
node run.mjs
