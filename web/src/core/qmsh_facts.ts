// What only QMSH files hold, in words: for people at the page and at the command line.

/** info.format of a report of a QMSH text. */
interface QmshText {
  version: number;
  fps?: number;
  static?: boolean;
  tangents?: boolean;
  split?: boolean;
  objects: QmshTextObject[];
  armature?: { name: string; bones: number; useVertexGroups: boolean; useEnvelopes: boolean };
  empties?: number;
  cameras?: number;
  exported: Record<'objects' | 'vertices' | 'faces' | 'bones' | 'actions', number>;
}
interface QmshTextObject {
  name: string;
  parentArmature: string;
  parentBone: string;
  autoSmoothDegrees?: number;
  vertices: number;
  faces: number;
  quads: number;
  smoothFaces: number;
  normals: 'angle' | 'stored';
  weights: Record<'parentBone' | 'groups' | 'envelopes' | 'none', number>;
}

/** Of a binary. */
interface QmshBinary {
  version: number;
  flags: string[];
  guards?: number;
  bytes: number;
  bytesConsumed: number;
  radius: number;
  box: { min: number[]; max: number[] };
  camera?: { position: number[]; target: number[]; up: number[] };
  points?: { name: string; bone: string | null; type: string | number }[];
  groups?: { name: string; bones: number[] }[];
}

export interface QmshFacts {
  /** Label and value. */
  facts: [label: string, value: string][];
  /** Of texts, by object: name, and label and value. */
  objects: { name: string; facts: [label: string, value: string][] }[];
}

/** Angle of texts that name none: the later converter's. */
const kUsualAngle = 30;

const number = (value: number): string => String(Number(value.toPrecision(6)));
const vector = (values: readonly number[]): string => values.map(number).join(', ');
const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** Of info.format; undefined when that is not QMSH's. */
export function qmshFacts(format: Record<string, unknown> | undefined): QmshFacts | undefined {
  if (typeof format?.version !== 'number') return undefined;
  if (Array.isArray(format.objects)) return ofText(format as unknown as QmshText);
  return Array.isArray(format.flags) ? ofBinary(format as unknown as QmshBinary) : undefined;
}

function ofText(text: QmshText): QmshFacts {
  const { exported: e, armature } = text;
  const facts: [string, string][] = [
    ['version', `${text.version}, text`],
    ['frames a second', text.fps === undefined ? 'not said, read as 25' : String(text.fps)],
    [
      'exported',
      [
        many(e.objects, 'object'),
        many(e.vertices, 'vertex', 'vertices'),
        many(e.faces, 'face'),
        many(e.bones, 'bone'),
        many(e.actions, 'action'),
      ].join(', '),
    ],
  ];
  if (armature) facts.push(['armature', `${armature.name}: ${many(armature.bones, 'bone')}, ${weightsOf(armature)}`]);
  for (const name of ['static', 'tangents', 'split'] as const) {
    const value = text[name];
    if (value !== undefined) facts.push([name, yesNo(value)]);
  }
  if (text.empties) facts.push(['points', String(text.empties)]);
  if (text.cameras) facts.push(['cameras', String(text.cameras)]);
  return { facts, objects: text.objects.map((object) => ({ name: object.name, facts: ofObject(object) })) };
}

function weightsOf({ useVertexGroups, useEnvelopes }: NonNullable<QmshText['armature']>): string {
  if (useVertexGroups) return useEnvelopes ? 'vertex groups, else envelopes' : 'vertex groups';
  return useEnvelopes ? 'envelopes' : 'neither vertex groups nor envelopes';
}

function ofObject(object: QmshTextObject): [string, string][] {
  const { parentArmature, parentBone, autoSmoothDegrees, vertices, faces, quads, smoothFaces, normals, weights } =
    object;
  const stored = normals === 'stored';
  const facts: [string, string][] = [
    ['vertices', String(vertices)],
    ['faces', quads > 0 ? `${faces}, ${quads} of them quads` : String(faces)],
  ];
  if (parentArmature) facts.push(['parent', parentBone ? `${parentArmature}, bone ${parentBone}` : parentArmature]);
  facts.push([
    'smoothing',
    stored
      ? 'none: its own normals stand'
      : autoSmoothDegrees === undefined
        ? `up to ${kUsualAngle}°, the text names no angle`
        : `up to ${number(autoSmoothDegrees)}°`,
  ]);
  facts.push([
    'smooth faces',
    `${smoothFaces} of ${faces}${stored ? '' : ', which changes nothing: the angle alone decides'}`,
  ]);
  const held = [
    weights.parentBone > 0 && 'the parent bone holds all',
    weights.groups > 0 && `vertex groups hold ${many(weights.groups, 'vertex', 'vertices')}`,
    weights.envelopes > 0 && `envelopes hold ${many(weights.envelopes, 'vertex', 'vertices')}`,
    weights.none > 0 && (weights.groups + weights.envelopes > 0 ? `nothing holds ${weights.none}` : 'none'),
  ].filter((part): part is string => part !== false);
  facts.push(['weights', held.join(', ') || 'none']);
  return facts;
}

function ofBinary(binary: QmshBinary): QmshFacts {
  const { version, flags, guards, bytes, bytesConsumed, camera, points = [], groups = [] } = binary;
  const facts: [string, string][] = [
    ['version', `${version}, binary`],
    ['flags', flags.join(', ') || 'none'],
    ['bytes read', `${bytesConsumed} of ${bytes}`],
  ];
  if (guards !== undefined) facts.push(['guard bytes', `${guards}, all 0`]);
  facts.push(
    ['stored radius', number(binary.radius)],
    ['stored box', `${vector(binary.box.min)} to ${vector(binary.box.max)}`],
  );
  if (camera) facts.push(['camera', `${vector(camera.position)} to ${vector(camera.target)}, up ${vector(camera.up)}`]);
  if (points.length > 0) {
    const words = points.map(({ name, bone, type }) => `${name} (${type}${bone === null ? '' : ` of ${bone}`})`);
    facts.push(['points', words.join(', ')]);
  }
  if (groups.length > 0)
    facts.push(['bone groups', groups.map(({ name, bones }) => `${name} (${many(bones.length, 'bone')})`).join(', ')]);
  facts.push(['split bounds', flags.includes('split') ? 'for each submesh' : 'none']);
  if (flags.includes('physics')) facts.push(['use', 'collisions: positions and triangles only']);
  return { facts, objects: [] };
}
