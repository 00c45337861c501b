// What readers of glTF take differently: each rule finds whether a file has it.

import { largest, leastOf, mostOf, pushAll } from '../../base/lists';
import { type Channel, childOf, type GltfFile, type Json, listOf, numbersOf, textsOf } from './gltfFile';

/** A rule of a reader as it stands in readers.json. */
export interface ReaderRule {
  /** `wrong`: it looks different; `refuse`: nothing is shown; `loss`: less precise; `info`. */
  severity: 'refuse' | 'wrong' | 'loss' | 'info';
  limit?: number;
  /** Extensions that the reader knows, for the rule about those that a file needs. */
  names?: readonly string[];
  source?: string;
  proof?: 'measured' | 'read' | 'inferred';
}

export interface Hit {
  found?: string | number;
  limit?: string | number;
}
type Rule = (file: GltfFile, rule: ReaderRule) => Hit | undefined;

/** The message when a file has it (of `{one|many}` the number before chooses), and what `convert --for` does. */
interface RuleText {
  says: string;
  fix?: string;
}

const kFour = 'keeps the four heaviest weights of a vertex, made to sum to 1';

export const ruleTexts: Readonly<Record<string, RuleText>> = {
  'file.json': { says: 'its JSON cannot be read' },
  'extension.required': {
    says: 'it needs {found}, which this reader does not have',
    fix: 'writes no compression',
  },
  'extension.meshopt': {
    says: 'it needs EXT_meshopt_compression, which this reader does not have',
    fix: 'writes no compression',
  },
  'extension.ignored': {
    says: 'it needs EXT_meshopt_compression, which this reader ignores: vertices are wrong',
    fix: 'writes no compression',
  },
  'extension.decoder': {
    says: 'it needs EXT_meshopt_compression: the reader has to be given a decoder',
    fix: 'writes no compression',
  },
  'weights.first': {
    says: '{found} {vertex has|vertices have} more than four weights: the fifth and later ones are dropped, the others made to sum to 1',
    fix: kFour,
  },
  'weights.shrink': {
    says: '{found} {vertex has|vertices have} more than four weights: the others are dropped, what is left sums to as little as {limit}, and the vertices are drawn towards the origin',
    fix: kFour,
  },
  'weights.last': {
    says: 'only the last set of weights is kept: {found} {vertex|vertices} without a weight in it {falls|fall} to the origin',
    fix: kFour,
  },
  'joints.max': {
    says: 'a vertex hangs on joint {found}; numbers above {limit} are cut to eight bits',
  },
  'skins.max': {
    says: 'there are {found} skins; joints and actions of the first alone are read',
  },
  'anim.nodes': {
    says: '{found} {node that is no joint|nodes that are no joints} of the first skin {does|do} not move',
  },
  'anim.step': {
    says: '{found} STEP {channel moves in a straight line|channels move in straight lines} instead of jumping',
  },
  'anim.step_end': {
    says: '{found} STEP {channel does|channels do} not reach the last key',
  },
  'anim.cubic': {
    says: '{found} CUBICSPLINE {channel loses its tangents, and moves|channels lose their tangents, and move} differently between keys',
  },
  'anim.mixed': {
    says: '{found} {joint has|joints have} channels of several interpolations, and all take that of the last',
  },
  'anim.arc': {
    says: 'rotations go straight from key to key instead of along the arc, and keys are up to {found} degrees apart',
  },
  'anim.rate': {
    says: 'keys are as close as {found} ms; the reader samples {limit} times per second, and motion between samples is lost',
  },
  'anim.grid': {
    says: 'keys lie between the samples of the reader, {limit} per second: motion is cut short, and jumps move, at {found} {key|keys}',
  },
  'anim.late': {
    says: 'first keys are at different times, up to {found} s apart; the tracks of all objects begin together',
  },
  'anim.rest': {
    says: '{found} {action does|actions do} not move what the first one moves, and {shows|show} it as that begins',
    fix: 'gives every action a key for all that any action moves',
  },
  'morph.cubic': {
    says: '{found} {channel of weights is|channels of weights are} CUBICSPLINE, whose keys are misread',
  },
  'morph.tangents': {
    says: '{found} {channel of weights loses|channels of weights lose} the tangents of CUBICSPLINE, and {moves|move} differently between keys',
  },
  'morph.bits': {
    says: '{found} {channel|channels} of weights {is|are} kept in eight bits, and cut off at 0 and 1',
  },
  'morph.range': {
    says: '{found} {channel|channels} of weights {goes|go} beyond 0 to 1 and the first key, where {it is|they are} cut off',
  },
  'morph.ignored': {
    says: '{found} {mesh has|meshes have} morph targets, which do not move',
  },
  'names.joints': {
    says: "joints are found by name, and several nodes are called '{found}': all take the first one's place",
    fix: 'gives every node a name of its own',
  },
  'names.nodes': {
    says: "nodes are found by name, and several that move are called '{found}'",
    fix: 'gives every node a name of its own',
  },
  'names.renamed': {
    says: "two nodes are called '{found}' once the reader has changed their names: one moves for both",
    fix: 'gives every node a name of its own',
  },
  visibility: {
    says: '{found} {node|nodes} that KHR_node_visibility hides {is|are} shown',
  },
  reader: { says: 'it reads no {found}' },
};

const kTransforms: ReadonlySet<string> = new Set(['translation', 'rotation', 'scale']);
const count = (found: number): Hit | undefined => (found > 0 ? { found } : undefined);

interface Weighted {
  /** Vertices with a weight past the first four; the least sum of the first four among them; those without any in the last set. */
  many: number;
  least: number;
  outside: number;
}

/** Of all primitives; those that share accessors count once. */
function weightsOf(file: GltfFile): Weighted {
  const seen = new Set<string>(),
    out: Weighted = { many: 0, least: 1, outside: 0 };
  for (const { attributes } of file.primitives) {
    const accessors = Object.entries(childOf({ attributes }, 'attributes'))
      .filter(([name]) => /^WEIGHTS_\d+$/.test(name))
      .sort(([a], [b]) => Number(a.slice(8)) - Number(b.slice(8)))
      .map(([, accessor]) => Number(accessor));
    if (accessors.length < 2 || seen.size === seen.add(accessors.join()).size) continue;
    const sets = accessors.map((accessor) => file.numbers(accessor)),
      [first] = sets;
    // Of sets that are compressed no more is known than that they are there: all vertices may need them.
    if (!first || sets.some((set) => set?.length !== first.length)) out.many += file.countOf(accessors[0]!);
    else addWeights(sets as Float64Array[], out);
  }
  return out;
}

function addWeights(sets: readonly Float64Array[], out: Weighted): void {
  const sum = (set: Float64Array, v: number): number => set[v]! + set[v + 1]! + set[v + 2]! + set[v + 3]!;
  for (let v = 0; v + 3 < sets[0]!.length; v += 4) {
    const first = sum(sets[0]!, v),
      all = sets.reduce((total, set) => total + sum(set, v), 0);
    if (all - first > 1e-6) {
      out.many += 1;
      out.least = Math.min(out.least, first);
    }
    if (sum(sets.at(-1)!, v) === 0) out.outside += 1;
  }
}

/** Nodes that some channel moves, joints and their like. */
const movedNodes = ({ channels }: GltfFile): ReadonlySet<number> => new Set(channels.map(({ node }) => node));
const jointsOf = ({ skins }: GltfFile): ReadonlySet<number> =>
  new Set(skins.flatMap(({ joints }) => numbersOf(joints)));
const nameOf = (node: Json | undefined): string => (typeof node?.name === 'string' ? node.name : '');

/** The first name that several of these nodes have, and that `all` have besides. */
function sharedName(names: readonly string[], chosen: ReadonlySet<number>): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.find((name, i) => name !== '' && chosen.has(i) && counts.get(name)! > 1);
}

/** As GLTFLoader.createUniqueName: by the depth-first order of the scene, a number behind a name that was given before. */
function threeNames({ json, nodes }: GltfFile): string[] {
  const used = new Map<string, number>(),
    names = nodes.map(() => ''),
    scene = listOf(json.scenes)[Number(json.scene ?? 0)];
  const waiting = [...numbersOf(scene?.nodes)].reverse(),
    seen = new Set<number>();
  while (waiting.length > 0) {
    const index = waiting.pop()!;
    if (!nodes[index] || seen.size === seen.add(index).size) continue;
    const plain = nameOf(nodes[index])
        .replace(/\s/g, '_')
        .replace(/[[\].:/]/g, ''),
      before = used.get(plain);
    used.set(plain, before === undefined ? 0 : before + 1);
    names[index] = plain === '' || before === undefined ? plain : `${plain}_${before + 1}`;
    pushAll(waiting, [...numbersOf(nodes[index].children)].reverse());
  }
  return names;
}

const widestTurn = (file: GltfFile): number => {
  let widest = 0;
  for (const { path, interpolation, output } of file.channels) {
    const q = path === 'rotation' && interpolation === 'LINEAR' ? file.numbers(output) : undefined;
    for (let i = 4; q && i + 3 < q.length; i += 4) {
      const dot = [0, 1, 2, 3].reduce((sum, c) => sum + q[i + c]! * q[i + c - 4]!, 0);
      widest = Math.max(widest, (2 * Math.acos(Math.min(1, Math.abs(dot))) * 180) / Math.PI);
    }
  }
  return widest;
};

/** The least time between two keys, in ms. */
function closestKeys(file: GltfFile): number {
  let least = Infinity;
  for (const input of new Set(file.channels.map((channel) => channel.input))) {
    const times = file.numbers(input) ?? [];
    // Keys one step of single precision apart are a jump.
    for (let i = 1; i < times.length; ++i)
      if (times[i]! - times[i - 1]! > 1e-5) least = Math.min(least, times[i]! - times[i - 1]!);
  }
  return least * 1000;
}

/** Keys that no sample comes near, in 1/50 of the distance between two. */
function offGrid(file: GltfFile, rate: number): number {
  let many = 0;
  for (const input of new Set(file.channels.map((channel) => channel.input)))
    for (const time of file.numbers(input) ?? []) if (Math.abs(time * rate - Math.round(time * rate)) > 0.02) many += 1;
  return many;
}

/** The most seconds between the first keys of one animation. */
const lateKeys = (file: GltfFile): number =>
  largest(file.animations, (channels) => {
    const firsts = channels.flatMap(({ input }) => file.numbers(input)?.[0] ?? []);
    return firsts.length === 0 ? 0 : mostOf(firsts) - leastOf(firsts);
  });

const valuesOf = (value: unknown): number[] | undefined =>
  Array.isArray(value) && value.every(Number.isFinite) ? (value as number[]) : undefined;

/** A node's own value of what a channel moves; undefined where a matrix or a damaged file does not say. */
function ownValue(file: GltfFile, { node, path }: Channel): number[] | undefined {
  const own = file.nodes[node];
  if (!own || own.matrix !== undefined) return undefined;
  if (path === 'weights') {
    const mesh = file.meshes[Number(own.mesh)] ?? {},
      [first] = listOf(mesh.primitives);
    return valuesOf(mesh.weights) ?? listOf(first?.targets).map(() => 0);
  }
  return valuesOf(own[path]) ?? (path === 'rotation' ? [0, 0, 0, 1] : path === 'scale' ? [1, 1, 1] : [0, 0, 0]);
}

/** What the first key of a channel sets is not what the node has by itself. */
function beginsElsewhere(file: GltfFile, channel: Channel): boolean {
  const own = ownValue(file, channel),
    values = file.numbers(channel.output);
  if (!own || !values) return false;
  const first = channel.interpolation === 'CUBICSPLINE' ? own.length : 0;
  return own.some((v, i) => Math.abs(v - (values[first + i] ?? v)) > 1e-4);
}

/** Actions that leave something where the first one has put it. */
function afterTheFirst(file: GltfFile): number {
  const [first = [], ...others] = file.animations,
    keyOf = ({ node, path }: Channel): string => `${node} ${path}`;
  const moved = new Set(first.filter((channel) => beginsElsewhere(file, channel)).map(keyOf));
  // Each action is gone through once: files may have many of both.
  return others.filter((channels) => {
    const own = new Set(channels.map(keyOf).filter((name) => moved.has(name)));
    return own.size < moved.size;
  }).length;
}

/** True for weights beyond 0 to 1 which those of the first key are not beyond. */
function leavesRange(file: GltfFile, { path, interpolation, input, output }: Channel): boolean {
  const values = file.numbers(output),
    keys = file.countOf(input);
  if (path !== 'weights' || !values || keys === 0) return false;
  const cubic = interpolation === 'CUBICSPLINE',
    perKey = values.length / keys,
    targets = cubic ? perKey / 3 : perKey,
    from = cubic ? targets : 0;
  return values.some((value, i) => {
    const target = (i % perKey) - from;
    if (target < 0 || target >= targets) return false;
    const first = values[from + target]!;
    return value < Math.min(0, first) - 1e-4 || value > Math.max(1, first) + 1e-4;
  });
}

function mixedJoints(file: GltfFile): number {
  const ways = new Map<string, Set<string>>();
  file.animations.forEach((channels, animation) => {
    for (const { node, path, interpolation } of channels)
      if (kTransforms.has(path)) {
        const key = `${animation} ${node}`;
        ways.set(key, (ways.get(key) ?? new Set()).add(interpolation));
      }
  });
  return [...ways.values()].filter(({ size }) => size > 1).length;
}

const highestJoint = (file: GltfFile): number =>
  largest(
    file.primitives.flatMap(({ attributes }) =>
      Object.entries(childOf({ attributes }, 'attributes')).flatMap(([name, accessor]) =>
        name.startsWith('JOINTS_') ? [Number(accessor)] : [],
      ),
    ),
    (accessor) => mostOf(file.numbers(accessor) ?? []),
  );

const channelsOf = ({ channels }: GltfFile, interpolation: string, weights: boolean): number =>
  channels.filter(
    (channel) =>
      channel.interpolation === interpolation && (weights ? channel.path === 'weights' : kTransforms.has(channel.path)),
  ).length;

const stepChannels = ({ channels }: GltfFile): readonly Channel[] =>
  channels.filter(
    ({ interpolation, path }) => interpolation === 'STEP' && (kTransforms.has(path) || path === 'weights'),
  );

/** True where the last key has another value than the one before it, and where that cannot be read. */
function endsInAJump(file: GltfFile, { input, output }: Channel): boolean {
  const keys = file.numbers(input)?.length ?? 0,
    values = file.numbers(output);
  if (!values || keys < 2) return keys !== 1;
  const size = Math.floor(values.length / keys);
  return values.subarray(-size).some((value, i) => value !== values[values.length - 2 * size + i]);
}

const needsMeshopt: Rule = ({ json }) =>
  textsOf(json.extensionsRequired).includes('EXT_meshopt_compression') ? {} : undefined;

/** True for weights that are no steps of 1/255 from 0 to 1, and for those that cannot be read. */
const losesBits = (file: GltfFile, { path, output }: Channel): boolean =>
  path === 'weights' &&
  !file.numbers(output)?.every((v) => v >= 0 && v <= 1 && Math.abs(v * 255 - Math.round(v * 255)) < 0.01);

const named = (found: string | undefined): Hit | undefined => (found === undefined ? undefined : { found });

export const readerRules: Readonly<Record<string, Rule>> = {
  'extension.required': ({ json }, { names = [] }) => {
    const missing = textsOf(json.extensionsRequired).filter((name) => !names.includes(name));
    return missing.length > 0 ? { found: missing.join(', ') } : undefined;
  },
  'extension.meshopt': needsMeshopt,
  'extension.ignored': needsMeshopt,
  'extension.decoder': needsMeshopt,
  'weights.first': (file) => count(weightsOf(file).many),
  'weights.shrink': (file) => {
    const { many, least } = weightsOf(file);
    return many > 0 ? { found: many, limit: Number(least.toPrecision(2)) } : undefined;
  },
  'weights.last': (file) => {
    const { many, outside } = weightsOf(file);
    return many > 0 ? { found: outside } : undefined;
  },
  'joints.max': (file, { limit = Infinity }) => {
    const found = highestJoint(file);
    return found > limit ? { found, limit } : undefined;
  },
  'skins.max': ({ skins }) => (skins.length > 1 ? { found: skins.length } : undefined),
  'anim.nodes': (file) => {
    const joints = new Set(numbersOf(file.skins[0]?.joints));
    return count([...movedNodes(file)].filter((node) => !joints.has(node)).length);
  },
  'anim.step': (file) => count(stepChannels(file).length),
  'anim.step_end': (file) => count(stepChannels(file).filter((channel) => endsInAJump(file, channel)).length),
  'anim.cubic': (file) => count(channelsOf(file, 'CUBICSPLINE', false)),
  'anim.mixed': (file) => count(mixedJoints(file)),
  'anim.arc': (file, { limit = 0 }) => {
    const found = widestTurn(file);
    return found > limit ? { found: Math.round(found) } : undefined;
  },
  'anim.rate': (file, { limit = Infinity }) => {
    const found = closestKeys(file);
    // Rounded times of an action with the reader's own rate are none.
    return found < (1000 / limit) * 0.999 ? { found: Number(found.toPrecision(3)), limit } : undefined;
  },
  'anim.grid': (file, { limit = 1 }) => {
    const found = offGrid(file, limit);
    return found > 0 ? { found, limit } : undefined;
  },
  'anim.late': (file) => {
    const found = lateKeys(file);
    return found > 1e-4 ? { found: Number(found.toPrecision(3)) } : undefined;
  },
  'anim.rest': (file) => count(afterTheFirst(file)),
  'morph.cubic': (file, { limit = 0 }) => {
    const several = file.primitives.some(({ targets }) => listOf(targets).length > limit);
    return several ? count(channelsOf(file, 'CUBICSPLINE', true)) : undefined;
  },
  'morph.tangents': (file) => count(channelsOf(file, 'CUBICSPLINE', true)),
  'morph.bits': (file) => count(file.channels.filter((channel) => losesBits(file, channel)).length),
  'morph.range': (file) => count(file.channels.filter((channel) => leavesRange(file, channel)).length),
  'morph.ignored': ({ meshes }) =>
    count(
      meshes.filter(({ primitives }) => listOf(primitives).some(({ targets }) => listOf(targets).length > 0)).length,
    ),
  'names.joints': (file) => named(sharedName(file.nodes.map(nameOf), jointsOf(file))),
  'names.nodes': (file) => named(sharedName(file.nodes.map(nameOf), movedNodes(file))),
  'names.renamed': (file) => named(sharedName(threeNames(file), movedNodes(file))),
  visibility: ({ nodes }) =>
    count(nodes.filter((node) => childOf(node, 'extensions', 'KHR_node_visibility').visible === false).length),
};
