// A posed vertex as numbers for a shader or for `vitrine skin`.

import type { VertexReport } from './report';

/** Rows of row vectors are the columns of the matrix. */
const rowsOf = (matrix: readonly number[]): number[][] => [0, 4, 8, 12].map((first) => matrix.slice(first, first + 4));

/** The bind position, its joints and weights, and premultiplied matrices, which stand for row vectors: what `vitrine skin` takes. */
export function skinInput({ stored, matrix, influences }: VertexReport): object {
  const weighted = influences ?? [{ joint: 0, weight: 1, premultiplied: matrix! }];
  return {
    convention: 'row',
    matrices: Object.fromEntries(weighted.map(({ joint, premultiplied }) => [joint, rowsOf(premultiplied)])),
    vertices: [
      {
        position: stored.position,
        joints: weighted.map(({ joint }) => joint),
        weights: weighted.map(({ weight }) => weight),
      },
    ],
  };
}
