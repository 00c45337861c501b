// The documents of previews: with all that can be linked and the chosen operator alone drawn, or with as little as its
// picture depends on; and the sphere that shows a material.

import { pushAll } from '../../../base/lists';
import type { Json } from '../../world/text';
import { member, nodeAt, partsOf, pointerTo, type TextNode, valueOf } from '../text/scan';
import { classOf } from '../text/schema';

const kRings = 24,
  kAround = 48,
  kRadius = 0.5;

/** A sphere that shows a material, as a GLB file: it stands on the ground and is as large as the box. */
export const kSphere = '(sphere).glb';

let made: ArrayBuffer | undefined;

/** The bytes of `kSphere`. */
export const sphere = (): ArrayBuffer => (made ??= file());

function file(): ArrayBuffer {
  const places: number[] = [],
    normals: number[] = [],
    uv: number[] = [],
    corners: number[] = [];
  for (let ring = 0; ring <= kRings; ++ring)
    for (let i = 0; i <= kAround; ++i) {
      const down = (Math.PI * ring) / kRings,
        round = (2 * Math.PI * i) / kAround,
        normal = [Math.sin(down) * Math.cos(round), Math.cos(down), -Math.sin(down) * Math.sin(round)];
      pushAll(normals, normal);
      places.push(kRadius * normal[0]!, kRadius * (normal[1]! + 1), kRadius * normal[2]!);
      uv.push((2 * i) / kAround, ring / kRings);
      if (ring === kRings || i === kAround) continue;
      const at = ring * (kAround + 1) + i,
        below = at + kAround + 1;
      corners.push(at, below, at + 1, at + 1, below, below + 1);
    }
  const arrays = [new Float32Array(places), new Float32Array(normals), new Float32Array(uv), new Uint16Array(corners)];
  let bytes = 0;
  const views = arrays.map(({ byteLength }) => {
    const view = { buffer: 0, byteOffset: bytes, byteLength };
    bytes += byteLength;
    return view;
  });
  const count = places.length / 3,
    float = 5126;
  const document = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: bytes }],
    bufferViews: views,
    accessors: [
      {
        bufferView: 0,
        componentType: float,
        count,
        type: 'VEC3',
        min: [-kRadius, 0, -kRadius],
        max: [kRadius, 2 * kRadius, kRadius],
      },
      { bufferView: 1, componentType: float, count, type: 'VEC3' },
      { bufferView: 2, componentType: float, count, type: 'VEC2' },
      { bufferView: 3, componentType: 5123, count: corners.length, type: 'SCALAR' },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  };
  const text = new TextEncoder().encode(JSON.stringify(document)),
    blanks = -text.length & 3,
    whole = new Uint8Array(28 + text.length + blanks + bytes).fill(0x20),
    head = new DataView(whole.buffer);
  // Header, chunk of JSON, chunk of bytes: "glTF", "JSON", "BIN".
  const chunk = (at: number, length: number, kind: number): void => {
    head.setUint32(at, length, true);
    head.setUint32(at + 4, kind, true);
  };
  chunk(0, 0x46546c67, 2);
  head.setUint32(8, whole.length, true);
  chunk(12, text.length + blanks, 0x4e4f534a);
  whole.set(text, 20);
  chunk(20 + text.length + blanks, bytes, 0x004e4942);
  let at = 28 + text.length + blanks;
  for (const { buffer, byteLength } of arrays) {
    whole.set(new Uint8Array(buffer), at);
    at += byteLength;
  }
  return whole.buffer;
}

const kTables = ['textures', 'materials'] as const;
const kQuoted = /"(?:[^"\\]|\\.)*"/g;

/**
 * The least document that a texture or a material can be shown from: what its picture depends on, byte for byte. Undefined
 * where nothing is. Names of operators inside of other pages are not followed.
 */
export function neededBy(text: string, root: TextNode, pointer: string): string | undefined {
  const own = nodeAt(root, pointer);
  if (!own) return undefined;
  const raw = ({ from, to }: TextNode): string => text.slice(from, to),
    found = new Set<TextNode>(),
    open: TextNode[] = [own];
  const shared = new Set<TextNode>();
  const add = (key: string): void => {
    const table = member(root, key);
    if (!table) return;
    shared.add(table);
    open.push(table);
  };
  for (let node = open.pop(); node; node = open.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    const bytes = raw(node);
    if (bytes.includes('"call"')) add('subroutines');
    if (bytes.includes('splineg')) add('splines');
    for (const [word] of bytes.matchAll(kQuoted))
      for (const table of kTables) {
        const target = nodeAt(root, pointerTo(`/${table}`, JSON.parse(word) as string));
        if (target) open.push(target);
      }
  }
  const entry = (node: TextNode): string => `${JSON.stringify(node.key)}:${raw(node)}`,
    tables = kTables.map((key) => {
      const entries = (member(root, key)?.children ?? []).filter((node) => found.has(node));
      return `"${key}":{${entries.map(entry).join()}}`;
    });
  return `{"kind":"vitrine-world","version":1,${[...tables, ...[...shared].map(entry)].join()}}`;
}

type Members = { [key: string]: Json };

/** What shows a material, and how often a texture repeats and which of its channels show. */
export interface LevelLook {
  shape: 'sphere' | 'box' | 'plane' | 'own';
  tiles: 1 | 2;
  channel: 'all' | 'red' | 'green' | 'blue' | 'alpha';
  /** A light of the preview instead of the scene's own. */
  stage: boolean;
}
export const plainLook: LevelLook = { shape: 'sphere', tiles: 1, channel: 'all', stage: false };

export interface Level {
  text: string;
  /** What it is, which decides what can be chosen. */
  kind: 'texture' | 'material' | 'mesh' | 'scene' | 'fx' | 'world';
  /** Seen from the camera of the document. */
  hasCamera: boolean;
}

/** No document has this name by accident. */
const kName = '(shown alone)';
const kRoots = ['world', 'segments', 'portals', 'entities', 'post'] as const;
const kGains = { red: [1, 0, 0, 1], green: [0, 1, 0, 1], blue: [0, 0, 1, 1], alpha: [0, 0, 0, 1] } as const;

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const tables = { texture: 'textures', material: 'materials', mesh: 'meshes', scene: 'scenes', fx: 'effects' } as const;

/**
 * The document of a preview: all that can be linked stays, and the chosen operator is the only one that is drawn. Undefined
 * where nothing at the pointer can be shown. `text` is JSON, `root` its tree.
 */
export function levelOf(text: string, root: TextNode, pointer: string, look: LevelLook = plainLook): Level | undefined {
  const document = valueOf(text, root),
    [table = '', name = ''] = partsOf(pointer);
  if (!isMembers(document) || pointer === '') return undefined;
  const camera = isMembers(document.camera) || typeof document.camera === 'string';
  if (table === 'subroutines') return calledLevel(document, name, look);
  if (table === 'portals' || table === 'world')
    return { text: JSON.stringify(document), kind: 'world', hasCamera: camera };
  const sceneless = table === 'segments' && /^\/segments\/\d+$/.test(pointer);
  const place = sceneless ? `${pointer}/scene` : pointer,
    node = nodeAt(root, place),
    kind = node && classOf(text, node);
  if (!node || !kind || kind === 'world') return undefined;
  if (kind === 'fx') return effectLevel(document, place, valueOf(text, node));
  const link = named(document, place, valueOf(text, node), kind);
  return around(stored(document), kind, link, look);
}

/** The name of an operator; one that has none gets one. */
function named(document: Members, pointer: string, value: Json, kind: keyof typeof tables): string {
  if (typeof value === 'string') {
    const [table, name = '', ...inside] = partsOf(pointer);
    return table === tables[kind] && inside.length === 0 ? name : value;
  }
  const parts = partsOf(pointer);
  if (Object.values(tables).includes(parts[0] as never) && parts.length === 2) return parts[1]!;
  if (parts[0] === 'specials' && parts.length === 2) return parts[1]!;
  if (isMembers(value) && typeof value.name === 'string') return value.name;
  const own = parts.reduce<Json | undefined>((at, part) => (at as Members | undefined)?.[part], document);
  if (isMembers(own)) own.name = kName;
  return kName;
}

/** Without what is drawn: its operators go into tables, since others may link what is in them. */
function stored(document: Members): Members {
  const out: Members = {
    ...document,
    scenes: { ...members(document.scenes) },
    effects: { ...members(document.effects) },
  };
  const put = (table: 'scenes' | 'effects', place: string, value: Json | undefined): void => {
    if (isMembers(value)) (out[table] as Members)[`(${place})`] = value;
  };
  list(document.entities).forEach((entity, i) => put('scenes', `entity ${i}`, entity));
  list(document.segments).forEach((segment, i) => put('scenes', `segment ${i}`, members(segment).scene));
  list(document.portals).forEach((portal, i) => put('scenes', `portal ${i}`, members(portal).inside));
  list(document.post).forEach((effect, i) => put('effects', `post ${i}`, effect));
  for (const key of kRoots) delete out[key];
  return out;
}

const members = (value: Json | undefined): Members => (isMembers(value) ? value : {});
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Of the square that shows a texture, around the origin. */
export const kFlatSide = 2;

const kAmbient = { op: 'material', lightmap: { op: 'texture', fill: [0.25, 0.25, 0.3] } };
const box = (min: number[], max: number[], material: Json): Members => ({
  op: 'mesh',
  material,
  boxes: [{ min, max }],
});
const kLights: Json[] = [
  { op: 'light', at: [3, 5, 4], range: 30 },
  { op: 'light', at: [-4, 2, 3], range: 20, color: [0.3, 0.35, 0.45] },
];

/** A document whose only entity shows the operator. */
function around(document: Members, kind: Exclude<Level['kind'], 'fx' | 'world'>, link: Json, look: LevelLook): Level {
  const entities: Json[] =
    kind === 'texture' ? [flat(link, look)] : kind === 'material' ? shown(document, link, look) : [link];
  const isLit = kind === 'scene' && !look.stage && hasLight(document, link, new Set());
  if (kind !== 'texture' && !isLit) pushAll(entities, kLights);
  // A light alone has something to shine on.
  if (kind === 'scene' && isLightAlone(document, link)) entities.push(box([-6, -0.1, -6], [6, 0, 6], kAmbient));
  return {
    text: JSON.stringify({
      ...document,
      ...(kind === 'material' &&
        look.shape === 'sphere' && { models: { ...members(document.models), [kSphere]: kSphere } }),
      entities,
      camera: { fov: 45 },
      lighting: document.lighting ?? {},
    }),
    kind,
    hasCamera: false,
  };
}

/**
 * The texture on a square, unlit. Nothing shows its bump slot without lights: that has the texture with all its channels,
 * for those who ask what it is at a point.
 */
function flat(link: Json, { tiles, channel }: LevelLook): Json {
  const texture =
    channel === 'all'
      ? link
      : { op: 'texture', in: [link], gain: [...kGains[channel]], ...(channel === 'alpha' && { offset: [1, 1, 1, 0] }) };
  const material = {
    op: 'material',
    texture,
    bump: link,
    lightmap: { op: 'texture', fill: [1, 1, 1] },
    // A box has one repetition per unit.
    uvScale: [tiles / kFlatSide, tiles / kFlatSide],
    // White, as far as it covers the black behind it.
    ...(channel === 'alpha' && { blend: 'alpha', phases: ['extra'] }),
  };
  const half = kFlatSide / 2;
  // Without thickness it has one side alone.
  return box([-half, -half, 0], [half, half, 0], material);
}

function shown(document: Members, link: Json, { shape }: LevelLook): Json[] {
  const own =
    shape === 'own'
      ? Object.entries(members(document.meshes)).find(([, mesh]) => members(mesh).material === link)
      : undefined;
  if (own) return [own[0]];
  if (shape === 'sphere') return [{ op: 'mesh', model: kSphere, material: link }];
  return [shape === 'plane' ? box([-2, -0.05, -2], [2, 0, 2], link) : box([-0.5, 0, -0.5], [0.5, 1, 0.5], link)];
}

/** Whether a light is in what a name or an operator leads to. */
function hasLight(document: Members, value: Json, seen: Set<Json>): boolean {
  if (seen.has(value)) return false;
  seen.add(value);
  if (typeof value === 'string') {
    const target = find(document, value);
    return target !== undefined && hasLight(document, target, seen);
  }
  if (!isMembers(value)) return false;
  if (value.op === 'light') return true;
  const inside = value.op === 'call' ? [members(members(document.subroutines)[String(value.sub)]).root ?? null] : [];
  return [...list(value.in), ...inside].some((each) => hasLight(document, each, seen));
}

function isLightAlone(document: Members, link: Json): boolean {
  const value = typeof link === 'string' ? find(document, link) : link;
  return members(value).op === 'light';
}

/** The scene of a name: an entry of the table, or an operator that has it. */
function find(document: Members, name: string): Json | undefined {
  const scenes = members(document.scenes);
  if (name in scenes) return scenes[name];
  const open: Json[] = [scenes, document.specials ?? null];
  while (open.length > 0) {
    const value = open.pop()!;
    if (Array.isArray(value)) pushAll(open, value);
    else if (isMembers(value)) {
      if (value.op !== undefined && value.name === name) return value;
      pushAll(open, Object.values(value));
    }
  }
  return undefined;
}

/** A call with the defaults of its parameters; inputs are boxes. */
function calledLevel(document: Members, name: string, look: LevelLook): Level | undefined {
  const sub = members(document.subroutines)[name];
  if (!isMembers(sub)) return undefined;
  const input = box([-0.5, 0, -0.5], [0.5, 1, 0.5], kAmbient),
    inputs = Array.from({ length: Number(sub.inputs ?? 0) }, () => input),
    call: Json = { op: 'call', sub: name, ...(inputs.length > 0 && { in: inputs }) };
  const { op } = members(sub.root),
    kind = op === 'texture' || op === 'material' ? op : 'scene';
  return around(stored(document), kind, call, look);
}

/** The world with this effect alone. */
function effectLevel(document: Members, pointer: string, value: Json): Level {
  const [table, name = ''] = partsOf(pointer);
  const effect = table === 'effects' && partsOf(pointer).length === 2 ? name : value;
  return { text: JSON.stringify({ ...document, post: [effect] }), kind: 'fx', hasCamera: true };
}
