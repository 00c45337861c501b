// The keys of operators and of all other objects of a world, read out of world.schema.json, which is held against the reader.

import schema from '../../../../../native/world/world.schema.json';
import type { Json } from '../../world/text';

export type OpClass = 'texture' | 'material' | 'mesh' | 'scene' | 'fx' | 'world';

/** What is edited: it decides which control a key gets. */
export type KeyKind =
  | 'number'
  | 'integer'
  | 'boolean'
  | 'enum'
  | 'phases'
  | 'vec2'
  | 'vec3'
  | 'vec4'
  | 'color'
  | 'scale'
  | 'four'
  | 'string'
  | 'text'
  | 'name'
  | 'file'
  | 'model'
  | 'action'
  /** An operator inside, or the name of one: `links` says of which classes. */
  | 'slot'
  /** A name alone, of what `names` says. */
  | 'link'
  | 'boxes'
  | 'cells'
  | 'planes'
  | 'path'
  | 'materials'
  | 'args'
  | 'params'
  | 'events'
  | 'spline'
  | 'object'
  | 'list';

/** How many numbers a key of a kind has; of colors, at most. */
export const componentsOf = (kind: KeyKind): number =>
  kind === 'vec2' ? 2 : kind === 'vec3' || kind === 'scale' ? 3 : kind === 'number' || kind === 'integer' ? 1 : 4;

/** What a name can be of; `events` are event and time operators. */
export type NameKind = 'models' | 'segments' | 'subroutines' | 'splines' | 'events' | 'lights' | 'cameras' | 'params';

export interface KeyInfo {
  name: string;
  kind: KeyKind;
  /** The schema's description. */
  help: string;
  required: boolean;
  initial?: Json;
  /** What the schema allows. */
  least?: number;
  most?: number;
  /** `least` itself is not allowed. */
  above?: boolean;
  words?: readonly string[];
  /** May hold { value, anim }. */
  animated: boolean;
  /** A change makes the operator stale. */
  hard: boolean;
  /** Of a file: the endings it may have, with their dots; without, any. */
  ends?: readonly string[];
  /** Classes of operators, for slots and lists of them. */
  links?: readonly OpClass[];
  /** What names stand there, for links and lists of them. */
  names?: NameKind;
  /** The kind, for `keysOf`, of the objects inside: of an object, of a list, or of the members of a table. */
  of?: string;
}

export interface OpInfo {
  op: string;
  /** `any`: that of what is called. */
  class: OpClass | 'any';
  help: string;
  keys: readonly KeyInfo[];
  /** `most` is Infinity where any number may stand. */
  inputs: { least: number; most: number; classes: readonly OpClass[] };
}

interface Shape {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly string[];
  const?: Json;
  default?: Json;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  /** Of a string: it names a file, with one of these endings. */
  examples?: readonly string[];
  items?: Shape;
  required?: readonly string[];
  properties?: Record<string, Shape>;
  anyOf?: readonly Shape[];
  then?: Shape;
}

const kDocument = schema as unknown as Shape;
const kShapes = schema.$defs as unknown as Record<string, Shape>;

const refOf = (shape: Shape | undefined): string => shape?.$ref?.slice('#/$defs/'.length) ?? '';

const kEverything: readonly OpClass[] = ['texture', 'material', 'mesh', 'scene', 'fx'];
/** Of what may stand in each kind of place. */
const kPlaces: Readonly<Record<string, readonly OpClass[]>> = {
  textureInput: ['texture'],
  materialInput: ['material'],
  meshInput: ['mesh'],
  sceneInput: ['scene', 'mesh'],
  fxInput: ['fx'],
  anyInput: kEverything,
  worldInput: ['world', 'scene', 'mesh', 'fx'],
};

/** Keys whose shape in the schema does not say what they are. */
const kSpecial: Readonly<Record<string, Partial<KeyInfo>>> = {
  'material.phases': { kind: 'phases' },
  'mesh.model': { kind: 'model', names: 'models' },
  'mesh.action': { kind: 'action' },
  'mesh.boxes': { kind: 'boxes', of: 'box' },
  'mesh.materials': { kind: 'materials', links: ['material'] },
  'mesh.collision': { kind: 'cells', of: 'collisionCell' },
  'set.variable': { kind: 'enum' },
  'trigger.event': { kind: 'link', names: 'events' },
  'call.sub': { kind: 'link', names: 'subroutines' },
  'call.args': { kind: 'args' },
  'sector.cells': { kind: 'cells', of: 'staticCell' },
  'portal.between': { kind: 'list', names: 'segments' },
  'portal.inside': { kind: 'slot', links: ['scene', 'mesh'] },
  'physics.cells': { kind: 'cells', of: 'cell' },
  'cell.planes': { kind: 'planes' },
  'cell.path': { kind: 'path', of: 'path' },
  'staticCell.planes': { kind: 'planes' },
  'collisionCell.planes': { kind: 'planes' },
  'subroutine.params': { kind: 'params', of: 'param' },
  'timeline.events': { kind: 'events', of: 'timelineEvent' },
  'timelineEvent.op': { kind: 'link', names: 'events' },
  'timelineEvent.sub': { kind: 'events', of: 'timelineEvent' },
  'function.spline': { kind: 'spline', of: 'localSpline' },
  'lighting.shadowLights': { kind: 'list', names: 'lights' },
  'lighting.samples': { kind: 'list', of: 'sample' },
  'modelFiles.file': { kind: 'file' },
  'animated.param': { kind: 'link', names: 'params' },
  'paramUse.param': { kind: 'link', names: 'params' },
  'document.models': { kind: 'object', of: 'modelFiles' },
  'document.textures': { kind: 'object', links: ['texture'] },
  'document.materials': { kind: 'object', links: ['material'] },
  'document.meshes': { kind: 'object', links: ['mesh'] },
  'document.scenes': { kind: 'object', links: ['scene', 'mesh'] },
  'document.effects': { kind: 'object', links: ['fx'] },
  'document.specials': { kind: 'object', links: ['texture', 'material', 'mesh', 'scene'] },
  'document.subroutines': { kind: 'object', of: 'subroutine' },
  'document.splines': { kind: 'object', of: 'spline' },
  'document.world': { kind: 'slot', links: ['world'], of: undefined },
  'document.segments': { kind: 'list', links: ['world'], of: 'sector' },
  'document.portals': { kind: 'list', links: ['world'], of: 'portal' },
  'document.camera': { kind: 'object', of: 'documentCamera', names: 'cameras' },
  'document.system': { kind: 'object', of: 'system', words: ['execute', 'record', 'hybrid'] },
};

/** Names of shapes that are kinds of keys. */
const kKinds: Readonly<Record<string, KeyKind>> = {
  name: 'name',
  number: 'number',
  vec2: 'vec2',
  vec3: 'vec3',
  vec4: 'vec4',
  color: 'color',
  scale: 'scale',
  four: 'four',
  text: 'text',
  term: 'string',
  parameterName: 'name',
  path: 'path',
  spline: 'spline',
};

function kindOfList({ minItems, maxItems, items }: Shape): KeyKind {
  if (minItems === 2 && maxItems === 2 && items?.type !== 'string') return 'vec2';
  if (minItems === 3 && maxItems === 3 && !items?.$ref) return 'vec3';
  if (minItems === 3 && maxItems === 4) return 'color';
  return 'list';
}

/** The kind of a plain shape. */
function plainKind(shape: Shape): KeyKind {
  if (shape.enum || typeof shape.const === 'string' || shape.anyOf?.some((one) => one.enum)) return 'enum';
  if (typeof shape.const === 'number') return 'number';
  if (shape.anyOf) return shape.anyOf.some(({ type }) => type === 'number') ? 'scale' : 'object';
  if (shape.type === 'array') return kindOfList(shape);
  return (['integer', 'number', 'boolean', 'string'] as const).find((kind) => kind === shape.type) ?? 'object';
}

const bounded = (value: number | undefined): number | undefined =>
  value === undefined || Math.abs(value) >= 1e30 ? undefined : value;

/** Limits of a number, or of the numbers of a list. */
function limitsOf(shape: Shape): Partial<KeyInfo> {
  const numbers = shape.anyOf?.[0] ?? shape,
    one = numbers.items?.anyOf?.[0] ?? (numbers.type === 'array' ? numbers.items : numbers) ?? {};
  const least = bounded(one.minimum ?? one.exclusiveMinimum),
    most = bounded(one.maximum);
  return {
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    ...(one.exclusiveMinimum !== undefined && { above: true }),
  };
}

/** TIME|V1[3-9]|...: each of them. */
const variablesOf = (pattern: string): string[] =>
  pattern
    .replace(/^\^\(|\)\$$/g, '')
    .split('|')
    .flatMap((part) => {
      // V4[0-7], V[23][0-9]
      const [, tens, low, high] = /^V\[?(\d+)\]?\[(\d)-(\d)\]$/.exec(part) ?? [];
      if (tens === undefined) return [part];
      const names: string[] = [];
      for (const ten of tens) for (let one = Number(low); one <= Number(high); ++one) names.push(`V${ten}${one}`);
      return names;
    });

/** What the shape says of a key that it does not say of itself. */
function kindsOf(shape: Shape): Partial<KeyInfo> & { kind: KeyKind } {
  const ref = refOf(shape);
  if (ref.startsWith('animated')) {
    const [, kind] = /^animated(\w+)$/.exec(ref)!;
    return { kind: (kind![0]!.toLowerCase() + kind!.slice(1)) as KeyKind, animated: true };
  }
  if (kPlaces[ref]) return { kind: 'slot', links: kPlaces[ref] };
  if (kKinds[ref]) return { kind: kKinds[ref], ...(ref === 'path' && { of: 'path' }) };
  if (ref !== '') return { kind: 'object', of: ref };
  if (shape.examples) return { kind: 'file', ends: shape.examples.map((name) => name.slice(name.lastIndexOf('.'))) };
  const [plain, object] = shape.anyOf ?? [];
  if (plain && object?.properties?.['anim']) return { kind: plainKind(plain), animated: true };
  if (shape.type === 'array') {
    const inside = refOf(shape.items);
    if (kPlaces[inside]) return { kind: 'list', links: kPlaces[inside] };
    if (inside !== '' && !kKinds[inside]) return { kind: 'list', of: inside };
  }
  return { kind: plainKind(shape) };
}

function infoOf(owner: string, name: string, shape: Shape, required: boolean): KeyInfo {
  const help = shape.description ?? '',
    said = /Default "(.*?)"/.exec(help)?.[1];
  const words =
    shape.enum ??
    shape.items?.enum ??
    shape.anyOf?.find((one) => one.enum)?.enum ??
    (typeof shape.const === 'string' ? [shape.const] : shape.pattern && variablesOf(shape.pattern));
  const base = shape.$ref && !refOf(shape).startsWith('animated') ? kShapes[refOf(shape)] : undefined;
  const initial = shape.default ?? base?.default ?? shape.const ?? said;
  return {
    name,
    help,
    required,
    animated: false,
    hard: /\bHard\.$/.test(help),
    ...(initial !== undefined && { initial }),
    ...limitsOf(shape),
    ...(words && { words }),
    ...kindsOf(shape),
    ...kSpecial[`${owner}.${name}`],
  };
}

/** The keys of a shape, in its order. */
function keysOfShape(owner: string, shape: Shape, without: readonly string[] = []): KeyInfo[] {
  return Object.entries(shape.properties ?? {})
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => infoOf(owner, name, value, shape.required?.includes(name) ?? false));
}

function opClass(op: string): OpClass | 'any' {
  if (op === 'call' || op === 'input') return 'any';
  const found = (['texture', 'material', 'mesh', 'scene', 'fx'] as const).find((each) =>
    kShapes[`${each}Op`]!.enum!.includes(op),
  );
  return found ?? 'world';
}

function readOperator(op: string): OpInfo {
  const shape = kShapes[`${op}Operator`]!,
    inputs = shape.properties!['in']!,
    least = inputs.minItems ?? 0,
    most = inputs.maxItems ?? Infinity;
  return {
    op,
    class: opClass(op),
    help: shape.description ?? '',
    keys: keysOfShape(op, shape, ['op', 'in']),
    inputs: { least, most, classes: kPlaces[refOf(inputs.items)] ?? [] },
  };
}

/** By the word of "op", in the order of the schema. */
export const operators: ReadonlyMap<string, OpInfo> = new Map(
  kShapes['anyOperator']!.properties!['op']!.enum!.map((op) => [op, readOperator(op)]),
);

const kOthers =
  'timeline lighting physics system subroutine param function spline localSpline box cell staticCell collisionCell path particle constraint modelFiles sound phasesSample fakeSample sampleLight paramUse probeInside probeRayOut probeRayIn probePath probeOverlap probeSphere'.split(
    ' ',
  );

const kKeys: ReadonlyMap<string, readonly KeyInfo[]> = new Map([
  ...kOthers.map((kind) => [kind, keysOfShape(kind, kShapes[kind]!)] as const),
  // Their own words are those of operators with other keys.
  ['timelineEvent', keysOfShape('timelineEvent', kShapes['event']!)] as const,
  ['documentCamera', keysOfShape('documentCamera', kShapes['camera']!)] as const,
  ['document', keysOfShape('document', kDocument)] as const,
  ['animated', keysOfShape('animated', kShapes['animatedNumber']!.anyOf![1]!)] as const,
  ['segment', operators.get('sector')!.keys] as const,
  ['portal', operators.get('portal')!.keys] as const,
]);

/**
 * The keys of an operator by its word, or those of other objects: 'documentCamera', 'timelineEvent', 'timeline', 'lighting',
 * 'physics', 'system', 'segment', 'portal', 'document', 'subroutine', 'param', 'function', 'spline', 'localSpline', 'box', 'cell', 'staticCell', 'collisionCell', 'path', 'particle',
 * 'constraint', 'modelFiles', 'sound', 'phasesSample', 'fakeSample', 'sampleLight', 'animated' ({ value, param, anim }),
 * 'paramUse' ({ param }), 'probeInside' and the other probes.
 */
export const keysOf = (kind: string): readonly KeyInfo[] => kKeys.get(kind) ?? operators.get(kind)?.keys ?? [];

/** By the class of its operators, how the table of it is called in a document. */
export const tables: Readonly<Record<string, string>> = {
  textures: 'texture',
  materials: 'material',
  meshes: 'mesh',
  scenes: 'scene',
  effects: 'fx',
};
