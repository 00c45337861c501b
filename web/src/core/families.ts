// Files whose skeletons are named alike: what of them belongs into one document, before they are opened together. How an
// action fits a model in the end is the core's to say (native/scene/fit.h); this only spares it what has nothing in common.

import type { HierarchyNode, Report } from './report';

/** What a file has of a family. */
export interface FamilyFacts {
  /** Actions that play. */
  actions: number;
  joints: number;
  /** A mesh of it has an area. */
  shows: boolean;
  /** Of its joints, else of its nodes. */
  names: readonly string[];
}

/** Names that a reader makes up for nodes without one. */
const kMadeUp = /^(node|joint|pose) \d+$/;

export function familyOf({ info }: Report): FamilyFacts {
  const joints: string[] = [],
    others: string[] = [];
  let longest = 0;
  const left: HierarchyNode[] = [...info.hierarchy];
  for (let node = left.pop(); node; node = left.pop()) {
    (node.kind === 'joint' ? joints : others).push(node.name);
    for (const child of node.children) {
      if (node.kind === 'joint' && child.kind === 'joint') {
        const [x, y, z] = child.translation;
        longest = Math.max(longest, Math.hypot(x, y, z));
      }
      left.push(child);
    }
  }
  return {
    actions: info.actions.filter(({ playable }) => playable).length,
    joints: info.statistics.joints,
    shows: info.meshes.some(
      ({ triangles, bounds }) => triangles > 0 && (!bounds || hasArea(bounds, longest * kStandIn)),
    ),
    names: joints.length > 0 ? joints : others,
  };
}

/** A mesh that is smaller than this share of the longest bone stands in for one. */
const kStandIn = 1e-3;

/** A box that is a point or a line holds no triangle that can be seen. */
function hasArea({ min, max }: { min: readonly number[]; max: readonly number[] }, least: number): boolean {
  const sizes = min.map((from, axis) => max[axis]! - from),
    largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return largest >= least && sizes.filter((size) => size > 1e-6 * largest).length > 1;
}

function common(a: FamilyFacts, b: FamilyFacts): number {
  const names = new Set(a.names.map((name) => name.toLowerCase()));
  return new Set(b.names.map((name) => name.toLowerCase()).filter((name) => names.has(name))).size;
}

/** A file of actions alone, and a model that may play them. */
const mayMove = (actions: FamilyFacts, model: FamilyFacts): boolean =>
  2 * common(actions, model) >= Math.max(1, Math.min(actions.names.length, model.names.length)) ||
  (actions.names.every((name) => kMadeUp.test(name)) && actions.joints === model.joints && model.joints > 0);

/** Two models, most of whose joints are the other's as well. */
const areFamily = (a: FamilyFacts, b: FamilyFacts): boolean => {
  const shared = common(a, b);
  return shared > 1 && 2 * shared >= Math.max(a.names.length, b.names.length);
};

const isGiver = ({ actions, shows, names }: FamilyFacts): boolean => actions > 0 && !shows && names.length > 0;

export interface Families {
  /** By file of actions alone: the models that may play them. One that fits none is a model of its own. */
  givers: ReadonlyMap<number, readonly number[]>;
  /** By model: other models whose actions it plays as well. */
  shared: ReadonlyMap<number, readonly number[]>;
}

/** Who plays whose actions, of files that came together; undefined for one that could not be read. */
export function familiesOf(files: readonly (FamilyFacts | undefined)[]): Families {
  const givers = new Map<number, number[]>(),
    shared = new Map<number, number[]>();
  files.forEach((file, index) => {
    if (!file) return;
    const among = (fits: (other: FamilyFacts) => boolean): number[] =>
      files.flatMap((other, at) => (other?.shows === true && at !== index && fits(other) ? [at] : []));
    if (isGiver(file)) {
      const models = among((model) => mayMove(file, model));
      if (models.length > 0) givers.set(index, models);
    } else if (file.shows) {
      const others = among((other) => other.actions > 0 && areFamily(file, other));
      if (others.length > 0) shared.set(index, others);
    }
  });
  return { givers, shared };
}
