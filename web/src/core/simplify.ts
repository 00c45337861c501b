// Fewer triangles, by meshoptimizer's simplifier: a script of its own, as few exports want it.

import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';

import type { CoreDocument } from './core';

let simplifier: typeof MeshoptSimplifier | undefined;

/** Conversions with levels of detail (`lod`) need it. Rejects where the script cannot be had. */
export async function loadSimplifier(): Promise<void> {
  const { MeshoptSimplifier: found } = await import('meshoptimizer/simplifier');
  await found.ready;
  simplifier = found;
}

/** How far a level may be off: as far as its share of the triangles asks for. */
const kAnyError = 1e6;

type Simplify = Parameters<CoreDocument['setSimplifier']>[0];

/** The arrays are views of the core. */
const simplify: Simplify = (indices, positions, attributes, weights, triangles) => {
  try {
    const width = weights.length;
    return simplifier!.simplifyWithAttributes(
      indices,
      positions,
      3,
      attributes,
      width,
      Array.from(weights),
      null,
      3 * triangles,
      kAnyError,
    )[0];
  } catch {
    return null;
  }
};

/** Gives an export of the document the simplifier, where it is there. */
export const offerSimplifier = (live: CoreDocument): void => {
  if (simplifier) live.setSimplifier(simplify);
};
