// Overlay shapes of the pose: bones, joints, axes.

import { BufferKind } from '../core/buffers';
import type { Document } from '../core/document';
import type { HierarchyNode, Report } from '../core/report';
import { flatten } from '../core/hierarchy';
import type { Color, Shapes } from './gl/overlayGeometry';
import * as m from '../core/math';

export const kAmber: Color = [0.98, 0.69, 0.22, 1];
export const kCyan: Color = [0.2, 0.86, 1, 1];
export const kAxisColors: readonly Color[] = [
  [0.93, 0.27, 0.3, 1],
  [0.42, 0.76, 0.24, 1],
  [0.29, 0.53, 0.96, 1],
];

export interface Skeleton {
  nodes: readonly HierarchyNode[];
  /** Parent of each node, -1 at a root. */
  parents: readonly number[];
  /** Nodes that move vertices, whatever else they are; a skinned mesh that follows itself is none. Pivots, where there is
   *  nothing but pivots. */
  joints: ReadonlySet<number>;
}

export function skeletonOf({ hierarchy, skins, statistics }: Report['info']): Skeleton {
  const nodes = flatten(hierarchy);
  const parents = nodes.map(() => -1);
  for (const node of nodes) for (const child of node.children) parents[child.index] = node.index;
  const joints = new Set(nodes.filter(({ kind }) => kind === 'joint').map(({ index }) => index));
  for (const skin of skins) for (const joint of skin.joints) if (nodes[joint]?.skin === undefined) joints.add(joint);
  if (joints.size === 0 && statistics.triangles === 0)
    for (const { index, kind } of nodes) if (kind === 'empty') joints.add(index);
  return { nodes, parents, joints };
}

export function nodePosition(document: Document, worldFromFile: m.Mat4, node: number): m.Vec3 {
  const matrices = document.floats(BufferKind.NodeMatrices),
    i = node * 16 + 12;
  return m.transformPoint(worldFromFile, [matrices[i]!, matrices[i + 1]!, matrices[i + 2]!]);
}

export function collectSkeleton(
  shapes: Shapes,
  document: Document,
  skeleton: Skeleton,
  worldFromFile: m.Mat4,
  selected: number,
  pixelRatio: number,
): void {
  for (const node of skeleton.nodes) {
    if (!skeleton.joints.has(node.index)) continue;
    const here = nodePosition(document, worldFromFile, node.index),
      parent = skeleton.parents[node.index]!;
    const chosen = node.index === selected;
    if (skeleton.joints.has(parent)) {
      const head = nodePosition(document, worldFromFile, parent);
      shapes.bone(head, here, parent === selected ? kCyan : kAmber);
    }
    shapes.point(here, chosen ? kCyan : kAmber, (chosen ? 9 : 5) * pixelRatio);
  }
}

/** Three axes of a node, or of the file itself with node -1. */
export function collectAxes(
  shapes: Shapes,
  document: Document,
  worldFromFile: m.Mat4,
  node: number,
  size: number,
): void {
  let matrix: m.Mat4 = worldFromFile;
  if (node >= 0) {
    const matrices = document.floats(BufferKind.NodeMatrices);
    matrix = m.multiply(worldFromFile, matrices.subarray(node * 16, node * 16 + 16));
  }
  const origin = m.transformPoint(matrix, [0, 0, 0]);
  kAxisColors.forEach((color, i) => {
    const axis = m.normalize(m.transformDirection(matrix, [i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0]));
    shapes.line(origin, m.add(origin, m.scale(axis, size)), color);
  });
}
