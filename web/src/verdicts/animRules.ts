// Rules about an md5anim and about how it fits its mesh.

import type { AnimJoint, AnimText } from './animText';
import type { Hit } from './meshRules';
import type { MeshText } from './meshText';
import type { ProfileRule } from './profile';

interface Pair {
  anim: AnimText;
  mesh: MeshText;
}
type AnimRule = (pair: Pair, rule: ProfileRule) => readonly Hit[];

const kAllFlags = 63;

const joined = (hits: readonly Hit[]): Hit[] => (hits[0] ? [{ ...hits[0], count: hits.length }] : []);

const jointWhere =
  (broken: (joint: AnimJoint, index: number, pair: Pair, rule: ProfileRule) => string | number | undefined): AnimRule =>
  (pair, rule) => {
    const hits: Hit[] = [];
    for (const [i, joint] of pair.anim.joints.entries()) {
      const found = broken(joint, i, pair, rule);
      if (found !== undefined)
        hits.push({ offset: joint.offset, found, ...(rule.limit !== undefined && { limit: rule.limit }) });
    }
    return joined(hits);
  };

const components = ({ anim }: Pair): number => anim.numComponents?.value ?? 0;
const numJoints = ({ anim }: Pair): number => anim.numJoints?.value ?? anim.joints.length;
const numFrames = ({ anim }: Pair): number => anim.numFrames?.value ?? anim.frames.length;

/** How many components a joint's flags take. */
function bitsOf(flags: number): number {
  let bits = 0;
  for (let bit = 0; bit < 6; bit++) if ((flags >> bit) & 1) bits += 1;
  return bits;
}

const countIs =
  (
    found: (pair: Pair) => number,
    wanted: (pair: Pair) => number,
    offset: (pair: Pair) => number | undefined,
  ): AnimRule =>
  (pair) =>
    found(pair) === wanted(pair) ? [] : [{ offset: offset(pair), found: found(pair), limit: wanted(pair) }];

/** Names of two joints at the same place. */
function renamed({ anim, mesh }: Pair, same: (a: string, b: string) => boolean): Hit[] {
  const hits: Hit[] = [];
  for (const [i, { name, offset }] of anim.joints.entries()) {
    const other = mesh.joints[i];
    if (other && !same(name, other.name)) hits.push({ offset, found: name, limit: other.name });
  }
  return joined(hits);
}

/** The mesh's joint that each of the animation's is, by the first bytes of its name; -1 for none. */
function mapped({ anim, mesh }: Pair, bytes: number): number[] {
  const index = new Map<string, number>();
  for (const [i, { name }] of mesh.joints.entries())
    if (!index.has(name.slice(0, bytes))) index.set(name.slice(0, bytes), i);
  return anim.joints.map(({ name }) => index.get(name.slice(0, bytes)) ?? -1);
}

/** Bytes of a name that count where joints are found by name. */
const kNameKept = 31;

/** Finds the nearest mapped joint above a joint; each joint is walked past once, however long the chains are. */
function nearestMapped({ joints }: MeshText, known: ReadonlySet<number>): (joint: number) => number {
  const found = new Map<number, number>();
  return (joint) => {
    const passed: number[] = [];
    let above = joints[joint]?.parent ?? -1;
    while (above >= 0 && !known.has(above) && !found.has(above)) {
      passed.push(above);
      // A ring ends where it was entered.
      found.set(above, -1);
      above = joints[above]?.parent ?? -1;
    }
    const result = above >= 0 && !known.has(above) ? found.get(above)! : above;
    for (const one of passed) found.set(one, result);
    return result;
  };
}

/** Parents agree when the nearest of them that are mapped are the same; a mapped joint's own parent must be mapped. */
function mappedParents(pair: Pair): Hit[] {
  const to = mapped(pair, kNameKept),
    known = new Set(to),
    { anim, mesh } = pair;
  const nearest = nearestMapped(mesh, known);
  const hits: Hit[] = [];
  for (const [i, { parent, name, offset }] of anim.joints.entries()) {
    const target = to[i]!;
    if (target < 0) continue;
    if (parent >= 0 && to[parent] === -1) {
      hits.push({ offset, found: name, limit: anim.joints[parent]?.name ?? '' });
      continue;
    }
    const above = nearest(target);
    const own = parent < 0 ? -1 : (to[parent] ?? -1);
    if (own !== Math.max(above, -1)) hits.push({ offset, found: name, limit: mesh.joints[above]?.name ?? '' });
  }
  return joined(hits);
}

function otherParents({ anim, mesh }: Pair): Hit[] {
  const hits: Hit[] = [];
  for (const [i, { parent, offset }] of anim.joints.entries()) {
    const other = mesh.joints[i];
    if (other && other.parent !== parent && !(other.parent < 0 && parent < 0))
      hits.push({ offset, found: parent, limit: other.parent });
  }
  return joined(hits);
}

const firstComponent = jointWhere(({ first, flags }, _i, pair, { mode }) => {
  const all = components(pair);
  if (first < 0) return first;
  if (mode === 'within') return first + bitsOf(flags) > all ? first : undefined;
  return all > 0 && first >= all ? first : undefined;
});

/** Numbers of frames that are asked for and do not stand there. */
function framesMissing(pair: Pair): Hit[] {
  const there = new Set(pair.anim.frames.map(({ index }) => index)),
    wanted = numFrames(pair);
  let missing = 0;
  for (const index of there) if (index >= 0 && index < wanted) missing += 1;
  missing = wanted - missing;
  return missing > 0
    ? [
        {
          offset: pair.anim.frames.at(-1)?.offset ?? pair.anim.numFrames?.offset,
          found: wanted - missing,
          limit: wanted,
        },
      ]
    : [];
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => Math.abs(value - b[i]!) <= 1e-4);

export const animRules: Readonly<Record<string, AnimRule>> = {
  version: ({ anim: { header } }, { values }) =>
    header.version && values && !values.includes(header.version.value)
      ? [{ offset: header.version.offset, found: header.version.value, limit: values.join(', ') }]
      : [],
  'token.max': ({ anim }, { limit, severity }) => {
    const { bytes, offset } = severity === 'wrong' ? anim.longestPlain : anim.longest;
    return limit !== undefined && bytes > limit ? [{ offset, found: bytes, limit }] : [];
  },
  'anim.count_match': countIs(
    numJoints,
    ({ mesh }) => mesh.numJoints?.value ?? mesh.joints.length,
    ({ anim }) => anim.numJoints?.offset,
  ),
  'anim.joints_max': ({ anim }, { limit }) =>
    limit !== undefined && (anim.numJoints?.value ?? 0) > limit
      ? [{ offset: anim.numJoints?.offset, found: anim.numJoints!.value, limit }]
      : [],
  'anim.name_match': (pair, { mode }) =>
    mode === 'index-any-case'
      ? renamed(pair, (a, b) => a.toLowerCase() === b.toLowerCase())
      : mode === 'index'
        ? renamed(pair, (a, b) => a === b)
        : [],
  'anim.joints_unmapped': (pair) => {
    const known = new Set(mapped(pair, kNameKept)),
      lost = pair.mesh.joints.filter((_, i) => !known.has(i));
    return lost[0] ? [{ offset: pair.anim.hierarchyOffset, found: lost[0].name, count: lost.length }] : [];
  },
  'anim.parent_match': (pair, { mode }) => (mode === 'mapped' ? mappedParents(pair) : otherParents(pair)),
  'joints.name_max': (pair, { limit, mode }) => {
    if (limit === undefined || mode !== 'anim') return [];
    return joined(
      pair.anim.joints
        .filter(({ name }) => name.length > limit)
        .map(({ name, offset }) => ({ offset, found: name.length, limit })),
    );
  },
  'joints.name_unique': ({ anim }, { mode, limit = Infinity }) => {
    if (mode !== 'anim') return [];
    const seen = new Set<string>();
    const twice = anim.joints.filter(({ name }) => seen.size === seen.add(name.slice(0, limit)).size);
    return joined(twice.map(({ name, offset }) => ({ offset, found: name.slice(0, limit) })));
  },
  'joints.name_blank': jointWhere(({ name }) => (/\s/.test(name) ? name : undefined)),
  'joints.name_brackets': jointWhere(({ name, quoted }) => (!quoted && /[':]/.test(name) ? name : undefined)),
  'anim.single_root': jointWhere(({ parent }, i) => (i > 0 && parent < 0 ? parent : undefined)),
  'anim.parent_order': jointWhere(({ parent }, i, pair) =>
    parent >= i && parent < numJoints(pair) ? parent : undefined,
  ),
  'anim.parent_range': jointWhere(({ parent }, _i, pair) =>
    parent < -1 || parent >= numJoints(pair) ? parent : undefined,
  ),
  'anim.flags_mask': jointWhere(({ flags }, _i, _pair, { limit = kAllFlags }) =>
    flags > limit || flags < 0 ? flags : undefined,
  ),
  'anim.first_component': firstComponent,
  // So far past the end is noticed even by those who allow a little.
  'anim.first_component_far': jointWhere(({ first }, _i, pair) =>
    first > components(pair) + 6 || first < 0 ? first : undefined,
  ),
  'anim.components_overrun': jointWhere(({ first, flags }, _i, pair) =>
    first < components(pair) && first + bitsOf(flags) > components(pair) ? first : undefined,
  ),
  'anim.components_max': (pair, { limit, mode }) => {
    const most = mode === 'six-per-joint' ? 6 * numJoints(pair) : (limit ?? Infinity);
    return components(pair) > most
      ? [{ offset: pair.anim.numComponents?.offset, found: components(pair), limit: most }]
      : [];
  },
  'anim.zero_components': (pair) =>
    pair.anim.numComponents?.value === 0 ? [{ offset: pair.anim.numComponents.offset, found: 0 }] : [],
  'anim.flags_needed': jointWhere(({ flags }, i, { anim }) =>
    anim.base[i]?.some((value, bit) => value !== 0 && !((flags >> bit) & 1)) ? flags : undefined,
  ),
  'anim.joint_rows': countIs(
    ({ anim }) => anim.joints.length,
    numJoints,
    ({ anim }) => anim.hierarchyOffset,
  ),
  'anim.base_rows': countIs(
    ({ anim }) => anim.base.length,
    numJoints,
    ({ anim }) => anim.baseOffset,
  ),
  'anim.bounds_count': (pair) =>
    pair.anim.boundsOffset !== undefined && pair.anim.bounds.length !== numFrames(pair)
      ? [{ offset: pair.anim.boundsOffset, found: pair.anim.bounds.length, limit: numFrames(pair) }]
      : [],
  // The box of a model without geometry is empty.
  'anim.bounds_use': ({ anim, mesh }) =>
    mesh.meshes.every(({ verts }) => verts.indices.length === 0)
      ? []
      : joined(
          anim.bounds.flatMap((box, i) => {
            const flat = box.every((value) => value === 0),
              inverted = [0, 1, 2].some((k) => box[k]! > box[k + 3]!);
            return flat || inverted ? [{ offset: anim.boundsRows[i], found: box.join(' ') }] : [];
          }),
        ),
  'anim.frames_min': (pair, { limit = 1 }) =>
    pair.anim.numFrames && pair.anim.numFrames.value < limit
      ? [{ offset: pair.anim.numFrames.offset, found: pair.anim.numFrames.value, limit }]
      : [],
  'anim.frames_max': (pair, { limit }) =>
    limit !== undefined && numFrames(pair) > limit
      ? [{ offset: pair.anim.numFrames?.offset, found: numFrames(pair), limit }]
      : [],
  'anim.frame_order': (pair) =>
    joined(
      pair.anim.frames
        .slice(0, numFrames(pair))
        .flatMap(({ index, offset }, i) => (index === i ? [] : [{ offset, found: index, limit: i }])),
    ),
  'anim.frames_missing': framesMissing,
  'anim.frames_extra': (pair) =>
    joined(
      pair.anim.frames.flatMap(({ index, offset }, i) =>
        i >= numFrames(pair) || index < 0 || index >= numFrames(pair)
          ? [{ offset, found: index, limit: numFrames(pair) }]
          : [],
      ),
    ),
  'anim.frame_values': (pair) =>
    joined(
      pair.anim.frames.flatMap(({ values, offset }) =>
        values === components(pair) ? [] : [{ offset, found: values, limit: components(pair) }],
      ),
    ),
  'anim.rate': ({ anim: { frameRate } }, { min, limit }) => {
    if (!frameRate) return [];
    const { value, offset } = frameRate;
    if (min !== undefined && value < min) return [{ offset, found: value, limit: min }];
    return limit !== undefined && value !== limit ? [{ offset, found: value, limit }] : [];
  },
  'anim.rate_whole': ({ anim: { frameRate } }) =>
    frameRate && !Number.isInteger(frameRate.value)
      ? [{ offset: frameRate.offset, found: frameRate.value, limit: Math.trunc(frameRate.value) }]
      : [],
  'anim.root_motion': ({ anim: { base, baseOffset } }) => {
    const [x = 0, y = 0, z = 0] = base[0] ?? [],
      far = Math.hypot(x, y, z);
    return far > 1e-6 ? [{ offset: baseOffset, found: far, limit: 0 }] : [];
  },
  // A closing frame is shown twice where the engine goes on from the last frame to the first.
  'anim.loop': ({ anim }, { mode }) =>
    mode === 'open' && anim.frames.length > 2 && sameNumbers(anim.firstFrame, anim.lastFrame)
      ? [{ offset: anim.frames.at(-1)!.offset, found: anim.frames.length, limit: anim.frames.length - 1 }]
      : [],
};
