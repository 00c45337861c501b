// `.qmsh.tmp` version 10, as Blender's exporter prints it: six decimals, tabs.

export interface QmshCorner {
  vertex: number;
  uv: readonly [number, number];
}

export interface QmshFace {
  material: number;
  corners: QmshCorner[];
}

/** One object. Vertices belong wholly to one bone each; texture coordinates belong to the corners of faces. */
export class QmshObject {
  readonly vertices: { at: readonly [number, number, number]; bone: string }[] = [];
  readonly faces: QmshFace[] = [];

  constructor(
    readonly name: string,
    readonly materials: readonly string[],
    readonly smoothDegrees: number,
  ) {}

  vertex(at: readonly [number, number, number], bone: string): number {
    return this.vertices.push({ at, bone }) - 1;
  }

  /** Corners run counter-clockwise seen from outside. */
  face(material: number, ...corners: (readonly [number, number, number])[]): void {
    this.faces.push({ material, corners: corners.map(([vertex, u, v]) => ({ vertex, uv: [u, v] })) });
  }
}

export interface QmshBone {
  name: string;
  parent: string;
  head: readonly [number, number, number];
  tail: readonly [number, number, number];
  /** Rows: the bone's x, y and z axis in the armature; y points at the tail. */
  axes: readonly (readonly [number, number, number])[];
}

export interface QmshCurve {
  name: string;
  interpolation: 'CONST' | 'LINEAR' | 'BEZIER';
  extend: 'CONST' | 'EXTRAP' | 'CYCLIC' | 'CYCLIC_EXTRAP';
  points: readonly (readonly [number, number])[];
}

export interface QmshAction {
  name: string;
  channels: { bone: string; curves: QmshCurve[] }[];
}

const number = (x: number): string => (Math.abs(x) < 5e-7 ? 0 : x).toFixed(6);
const list = (...values: readonly number[]): string => values.map(number).join(',');

function object(it: QmshObject, armature: string): string[] {
  const groups = [...new Set(it.vertices.map((v) => v.bone))];
  return [
    `\tmesh "${it.name}" {`,
    `\t\t${list(0, 0, 0)}`,
    `\t\t${list(0, 0, 0)}`,
    `\t\t${list(1, 1, 1)}`,
    `\t\t"${armature}" ""`,
    `\t\t${number(it.smoothDegrees)}`,
    `\t\tmaterials ${it.materials.length} {`,
    ...it.materials.map((name) => `\t\t\t"${name}"`),
    '\t\t}',
    `\t\tvertices ${it.vertices.length} {`,
    ...it.vertices.map(({ at }) => `\t\t\t${list(...at)}`),
    '\t\t}',
    `\t\tfaces ${it.faces.length} {`,
    ...it.faces.map(({ material, corners }) =>
      [`\t\t\t${corners.length} ${material} 1`, ...corners.map((c) => `${c.vertex} ${list(...c.uv)}`)].join(' '),
    ),
    '\t\t}',
    '\t\tvertex_groups {',
    ...groups.map((bone) => {
      const entries = it.vertices.flatMap((v, i) => (v.bone === bone ? [`${i} ${number(1)}`] : []));
      return `\t\t\t"${bone}" { ${entries.join(' ')} }`;
    }),
    '\t\t}',
    '\t}',
  ];
}

function bone(it: QmshBone): string[] {
  const length = Math.hypot(...it.tail.map((t, i) => t - (it.head[i] as number)));
  const ends = (word: string, at: readonly number[]): string =>
    `\t\t\t${word} ${list(...at)} ${list(...at)} ${number(0.1)}`;
  return [
    `\t\tbone "${it.name}" {`,
    `\t\t\t"${it.parent}"`,
    ends('head', it.head),
    ends('tail', it.tail),
    `\t\t\t${number(0)} ${number(0)}`,
    `\t\t\t${number(length)} ${number(1)}`,
    ...it.axes.map((row) => `\t\t\t${row.map(number).join(', ')};`),
    ...it.axes.map((row) => `\t\t\t${[...row, 0].map(number).join(', ')};`),
    `\t\t\t${[...it.head, 1].map(number).join(', ')};`,
    '\t\t}',
  ];
}

export function writeQmshText(
  objects: readonly QmshObject[],
  armature: string,
  bones: readonly QmshBone[],
  actions: readonly QmshAction[],
  fps: number,
): string {
  return (
    [
      'QMSH TMP 10',
      'objects {',
      ...objects.flatMap((it) => object(it, armature)),
      `\tarmature "${armature}" {`,
      `\t\t${list(0, 0, 0)}`,
      `\t\t${list(0, 0, 0)}`,
      `\t\t${list(1, 1, 1)}`,
      '\t\t1 0',
      ...bones.flatMap(bone),
      '\t}',
      '}',
      'actions {',
      ...actions.flatMap((action) => [
        `\t"${action.name}" {`,
        ...action.channels.flatMap((channel) => [
          `\t\t"${channel.bone}" {`,
          ...channel.curves.map(
            (c) => `\t\t\t"${c.name}" ${c.interpolation} ${c.extend} { ${c.points.map((p) => list(...p)).join(' ')} }`,
          ),
          '\t\t}',
        ]),
        '\t}',
      ]),
      '}',
      'params {',
      `\tfps = ${fps}`,
      '}',
    ].join('\n') + '\n'
  );
}
