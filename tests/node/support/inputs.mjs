// Small inputs, each with one property that a test is about.

import { zipSync } from 'fflate';

/** A square of two triangles on two joints, `height` apart. Line numbers: joints at 8 and 9, vertices from 16. */
export function square({ joint = 'root', weight = 'weight 3 1 1 ( -1 1 0 )', tail = '' } = {}) {
  return `MD5Version 10
commandline ""

numJoints 2
numMeshes 1

joints {
	"${joint}"	-1 ( 0 0 0 ) ( 0 0 0 )
	"top"	0 ( 0 0 1 ) ( 0 0 0 )
}

mesh {
	shader "cloth"

	numverts 4
	vert 0 ( 0 1 ) 0 1
	vert 1 ( 1 1 ) 1 1
	vert 2 ( 1 0 ) 2 1
	vert 3 ( 0 0 ) 3 1

	numtris 2
	tri 0 0 1 2
	tri 1 0 2 3

	numweights 4
	weight 0 0 1 ( 1 1 0 )
	weight 1 0 1 ( 1 -1 0 )
	weight 2 1 1 ( -1 -1 0 )
	${weight}
}
${tail}`;
}

/** The top joint of the square rises from z = 1 by 1/3 to z = 4/3 and comes back: three frames, 10 per second. */
export const rise = `MD5Version 10
commandline ""

numFrames 3
numJoints 2
frameRate 10
numAnimatedComponents 1

hierarchy {
	"root"	-1 0 0
	"top"	0 4 0
}

bounds {
	( -1 -1 0 ) ( 1 1 1 )
	( -1 -1 0 ) ( 1 1 1.3333333333 )
	( -1 -1 0 ) ( 1 1 1 )
}

baseframe {
	( 0 0 0 ) ( 0 0 0 )
	( 0 0 1 ) ( 0 0 0 )
}

frame 0 {
	1
}

frame 1 {
	1.3333333333
}

frame 2 {
	1
}
`;

/** A triangle on the first of `count` joints, each the child of the one before. */
export function chain(count) {
  const joints = Array.from({ length: count }, (_, i) => `\t"j${i}"\t${i - 1} ( 0 0 ${i} ) ( 0 0 0 )`);
  return `MD5Version 10
commandline ""

numJoints ${count}
numMeshes 1

joints {
${joints.join('\n')}
}

mesh {
	shader "cloth"

	numverts 3
	vert 0 ( 0 1 ) 0 1
	vert 1 ( 1 1 ) 1 1
	vert 2 ( 1 0 ) 2 1

	numtris 1
	tri 0 0 1 2

	numweights 3
	weight 0 0 1 ( 1 1 0 )
	weight 1 0 1 ( 1 -1 0 )
	weight 2 0 1 ( -1 -1 0 )
}
`;
}

export const bytes = (text) => new TextEncoder().encode(text);

/** A zip archive of { name: text or bytes }. */
export const zip = (files) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data]) => [name, typeof data === 'string' ? bytes(data) : data]),
    ),
  );
