// Rules about an md5mesh that need numbers: each finds where a profile's limit is broken.

import type { BlockFacts, MeshFacts, Spot } from './meshFacts';
import type { MeshJoint } from './meshText';
import type { ProfileRule } from './profile';

/** A broken rule: where, and by how much. */
export interface Hit {
  offset: number | undefined;
  found?: string | number;
  limit?: string | number;
  count?: number;
}

type MeshRule = (facts: MeshFacts, rule: ProfileRule) => readonly Hit[];

/** Bind positions of one vertex may differ by so much of the model's size: that is not seen. */
const kAgreement = 0.005;
/** Largest sum of squares of a stored rotation that rounding explains. */
const kOverUnit = 1.01;

const spotHit = (spot: Spot | undefined, limit?: number): Hit[] =>
  spot ? [{ offset: spot.offset, found: spot.found, count: spot.count, ...(limit !== undefined && { limit }) }] : [];

/** The first block in which `spot` is something, counted over all. */
const eachBlock =
  (spot: (facts: BlockFacts) => Spot | undefined, limit?: (facts: BlockFacts, all: MeshFacts) => number): MeshRule =>
  (facts) => {
    const hits = facts.blocks.flatMap((block) => spotHit(spot(block), limit?.(block, facts)));
    return joined(hits);
  };

const joined = (hits: readonly Hit[]): Hit[] =>
  hits[0] ? [{ ...hits[0], count: hits.reduce((sum, { count = 1 }) => sum + count, 0) }] : [];

/** Blocks with more of something than the limit. */
const blockMost =
  (found: (facts: BlockFacts) => number, offset: (facts: BlockFacts) => number): MeshRule =>
  ({ blocks }, { limit }) =>
    limit === undefined
      ? []
      : joined(
          blocks
            .filter((block) => found(block) > limit)
            .map((block) => ({ offset: offset(block), found: found(block), limit })),
        );

const modelMost =
  (found: (facts: BlockFacts) => number): MeshRule =>
  ({ blocks }, { limit }) => {
    const sum = blocks.reduce((total, block) => total + found(block), 0);
    return limit !== undefined && sum > limit ? [{ offset: blocks.at(-1)?.block.offset, found: sum, limit }] : [];
  };

const jointWhere =
  (
    broken: (joint: MeshJoint, index: number, facts: MeshFacts, rule: ProfileRule) => string | number | undefined,
  ): MeshRule =>
  (facts, rule) => {
    const hits: Hit[] = [];
    for (const [i, joint] of facts.text.joints.entries()) {
      const found = broken(joint, i, facts, rule);
      if (found !== undefined)
        hits.push({ offset: joint.offset, found, ...(rule.limit !== undefined && { limit: rule.limit }) });
    }
    return joined(hits);
  };

const numJoints = ({ text }: MeshFacts): number => text.numJoints?.value ?? text.joints.length;
const countOffset = (block: BlockFacts, part: 'verts' | 'tris' | 'weights'): number =>
  block.block[part].declared?.offset ?? block.block.offset;
const bytesOf = (name: string): number => name.length;

const missing =
  (part: 'verts' | 'tris' | 'weights'): MeshRule =>
  ({ blocks }) =>
    joined(
      blocks
        .filter((block) => block.missing[part] > 0)
        .map((block) => ({
          offset: countOffset(block, part),
          found: block[part] - block.missing[part],
          limit: block[part],
        })),
    );

export const meshRules: Readonly<Record<string, MeshRule>> = {
  version: ({ text: { header } }, { values }) =>
    header.version && values && !values.includes(header.version.value)
      ? [{ offset: header.version.offset, found: header.version.value, limit: values.join(', ') }]
      : [],
  'token.max': ({ text }, { limit, severity }) => {
    // Where a longer token is only cut in two, the command line may be cut.
    const { bytes, offset } = severity === 'wrong' ? text.longestPlain : text.longest;
    return limit !== undefined && bytes > limit ? [{ offset, found: bytes, limit }] : [];
  },
  'joints.min': (facts, { limit }) =>
    limit !== undefined && facts.text.numJoints && numJoints(facts) < limit
      ? [{ offset: facts.text.numJoints.offset, found: numJoints(facts), limit }]
      : [],
  'joints.max': (facts, { limit }) =>
    limit !== undefined && numJoints(facts) > limit
      ? [{ offset: facts.text.numJoints?.offset, found: numJoints(facts), limit }]
      : [],
  'joints.count': (facts) => {
    const { numJoints: declared, joints, jointsOffset } = facts.text;
    return declared && jointsOffset !== undefined && joints.length !== declared.value
      ? [{ offset: jointsOffset, found: joints.length, limit: declared.value }]
      : [];
  },
  'joints.parent_max': jointWhere(({ parent }, _i, _facts, { limit }) =>
    limit !== undefined && parent > limit ? parent : undefined,
  ),
  'joints.parent_order': jointWhere(({ parent }, i, facts) =>
    parent >= i && parent < numJoints(facts) ? parent : undefined,
  ),
  'joints.parent_last': jointWhere(({ parent }, _i, facts) => (parent >= numJoints(facts) - 1 ? parent : undefined)),
  'joints.parent_range': jointWhere(({ parent }, _i, facts) =>
    parent < -1 || parent >= numJoints(facts) ? parent : undefined,
  ),
  'joints.single_root': jointWhere(({ parent }, i) => ((i === 0 ? parent !== -1 : parent < 0) ? parent : undefined)),
  'joints.name_max': jointWhere(({ name }, _i, _facts, { limit, mode }) =>
    mode === undefined && limit !== undefined && bytesOf(name) > limit ? bytesOf(name) : undefined,
  ),
  'joints.name_unique': (facts, { mode }) => {
    if (mode !== 'mesh') return [];
    const seen = new Set<string>();
    const twice = facts.text.joints.filter(({ name }) => seen.size === seen.add(name).size);
    return joined(twice.map(({ name, offset }) => ({ offset, found: name })));
  },
  'joints.name_blank': jointWhere(({ name }) => (/\s/.test(name) ? name : undefined)),
  'joints.quoted': jointWhere(({ name, quoted }) => (quoted ? undefined : name)),
  'joints.name_brackets': jointWhere(({ name, quoted }) => (!quoted && /[':]/.test(name) ? name : undefined)),
  'quat.over_unit': jointWhere(({ values }) => {
    const [, , , x = 0, y = 0, z = 0] = values;
    const sum = x * x + y * y + z * z;
    return sum > kOverUnit ? sum : undefined;
  }),
  'meshes.min': ({ text: { numMeshes } }, { limit }) =>
    limit !== undefined && numMeshes && numMeshes.value < limit
      ? [{ offset: numMeshes.offset, found: numMeshes.value, limit }]
      : [],
  'meshes.max': ({ text: { numMeshes } }, { limit }) =>
    limit !== undefined && numMeshes && numMeshes.value > limit
      ? [{ offset: numMeshes.offset, found: numMeshes.value, limit }]
      : [],
  'meshes.count_too_big': ({ text: { numMeshes, meshes } }) =>
    numMeshes && numMeshes.value > meshes.length
      ? [{ offset: numMeshes.offset, found: numMeshes.value, limit: meshes.length }]
      : [],
  'meshes.count_too_small': ({ text: { numMeshes, meshes } }) =>
    numMeshes && numMeshes.value < meshes.length
      ? [{ offset: meshes[numMeshes.value]?.offset, found: numMeshes.value, limit: meshes.length }]
      : [],
  'meshes.le_joints': (facts) => {
    const { numMeshes } = facts.text;
    return numMeshes && numMeshes.value > numJoints(facts)
      ? [{ offset: numMeshes.offset, found: numMeshes.value, limit: numJoints(facts) }]
      : [];
  },
  'shader.nonempty': ({ text }) =>
    joined(
      text.meshes.flatMap(({ shader, offset }) =>
        shader && shader.text !== '' ? [] : [{ offset: shader?.offset ?? offset }],
      ),
    ),
  'shader.max': ({ text }, { limit }) =>
    joined(
      text.meshes.flatMap(({ shader }) =>
        shader && limit !== undefined && shader.text.length > limit
          ? [{ offset: shader.offset, found: shader.text.length, limit }]
          : [],
      ),
    ),
  'mesh.verts_missing': missing('verts'),
  'mesh.tris_missing': missing('tris'),
  'mesh.weights_missing': missing('weights'),
  'mesh.rows_extra': eachBlock(({ extra }) => extra),
  'row.index_order': eachBlock(({ disordered }) => disordered),
  'row.index_range': eachBlock(({ outOfRange }) => outOfRange),
  'row.index_repeated': eachBlock(({ repeated }) => repeated),
  'mesh.empty': ({ blocks }) =>
    joined(blocks.filter(isEmpty).map(({ block, verts }) => ({ offset: block.offset, found: verts }))),
  'model.empty': ({ blocks }) =>
    blocks.length > 0 && blocks.every(isEmpty) ? [{ offset: blocks[0]!.block.offset, found: 0 }] : [],
  'mesh.verts_max': blockMost(
    ({ verts }) => verts,
    (block) => countOffset(block, 'verts'),
  ),
  'mesh.tris_max': blockMost(
    ({ tris }) => tris,
    (block) => countOffset(block, 'tris'),
  ),
  'mesh.weights_max': blockMost(
    ({ weights }) => weights,
    (block) => countOffset(block, 'weights'),
  ),
  // A closed surface has one and a half edges for each triangle.
  'mesh.sil_edges': blockMost(
    ({ tris }) => Math.ceil(tris * 1.5),
    (block) => countOffset(block, 'tris'),
  ),
  'model.verts_max': modelMost(({ verts }) => verts),
  'model.tris_max': modelMost(({ tris }) => tris),
  'mesh.verts_vs_tris': ({ blocks }) =>
    joined(
      blocks
        .filter(({ verts, tris }) => verts > 3 * tris && tris > 0)
        .map((block) => ({ offset: countOffset(block, 'verts'), found: block.verts, limit: 3 * block.tris })),
    ),
  'vert.zero_weights': eachBlock(({ zeroWeights }) => zeroWeights),
  'vert.weights_max': influencesOver,
  'vert.weights_used': influencesOver,
  'weight.run_past_end': eachBlock(
    ({ runPastEnd }) => runPastEnd,
    ({ weights }) => weights,
  ),
  'weight.joint_range': eachBlock(
    ({ weightJoint }) => weightJoint,
    (_block, facts) => numJoints(facts) - 1,
  ),
  'weight.sum': outside(
    ({ sumLeast }) => sumLeast,
    ({ sumMost }) => sumMost,
  ),
  'weight.range': outside(
    ({ biasLeast }) => biasLeast,
    ({ biasMost }) => biasMost,
  ),
  'weight.bytes': eachBlock(({ unevenBytes }) => unevenBytes),
  'tri.index_range': eachBlock(
    ({ triIndex, triJustPast }) => triIndex ?? triJustPast,
    ({ verts }) => verts - 1,
  ),
  'tri.index_far': eachBlock(
    ({ triIndex }) => triIndex,
    ({ verts }) => verts - 1,
  ),
  'bind.single': ({ blocks, size }) =>
    joined(
      blocks
        .filter(({ disagreement }) => disagreement && disagreement.found > kAgreement * size)
        .map(({ disagreement }) => ({
          offset: disagreement!.offset,
          found: disagreement!.found,
          limit: kAgreement * size,
        })),
    ),
};

const isEmpty = ({ verts, tris }: BlockFacts): boolean => verts === 0 || tris === 0;

function influencesOver({ blocks }: MeshFacts, { limit }: ProfileRule): Hit[] {
  if (limit === undefined) return [];
  const over = blocks.flatMap(({ influences }) => (influences && influences.found > limit ? [influences] : []));
  const most = over.reduce((max, { found }) => Math.max(max, found), 0);
  return over[0] ? [{ offset: over[0].offset, found: most, limit }] : [];
}

function outside(
  least: (facts: BlockFacts) => Spot | undefined,
  most: (facts: BlockFacts) => Spot | undefined,
): MeshRule {
  return ({ blocks }, { min = -Infinity, max = Infinity }) =>
    joined(
      blocks.flatMap((block) => {
        const low = least(block),
          high = most(block);
        if (low && low.found < min) return [{ offset: low.offset, found: low.found, limit: min }];
        return high && high.found > max ? [{ offset: high.offset, found: high.found, limit: max }] : [];
      }),
    );
}
