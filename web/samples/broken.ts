// A tent of five vertices with one deviation after another, none of them fatal: what the problem list is for.

import type { Sample } from './sample';

const text = `MD5Version 10
commandline "a file that went through many hands"

numJoints 2
numMeshes 2

joints {
	"floor"	-1 ( 0 0 0 ) ( 0 0 0 )		//
	"top"	0 ( 0 0 24 ) ( 0 0 0 )		// floor
}

mesh {
	// meshes: tent
	shader "tent"

	numverts 5
	vert 0 ( 0 1 ) 0 1
	vert 1 ( 1 1 ) 1 1
	vert 3 ( 1 0 ) 3 1
	vert 2 ( 0 0 ) 2 1
	vert 4 ( 0.5 0.5 ) 4 2

	numtris 6
	tri 0 0 1 4
	tri 1 1 2 4
	tri 2 2 3 4
	tri 3 3 0 4
	tri 4 0 2 1
	tri 5 0 3 2

	numweights 6
	weight 0 0 1 ( 16 16 0 )
	weight 1 0 1 ( 16 -16 0 )
	weight 2 0 1.0E+0 ( -16 -16 0 )
	weight 3 0 1 ( -16 16 +0 )
	weight 4 1 0.75 ( 0 0 0 )
	weight 5 0 0.5 ( 0 0 24 )
	polish 7
}
`;

export const broken: Sample = {
  name: 'broken',
  title: 'A broken file',
  text: 'Opens anyway; the problem list shows what is wrong and where.',
  panel: 'problems',
  build: () => [{ path: 'broken/broken.md5mesh', bytes: text }],
};
