// The nodes of a report as a list.

import { pushAll } from '../base/lists';
import type { HierarchyNode } from './report';

/** Nodes by their index. */
export function flatten(hierarchy: readonly HierarchyNode[]): HierarchyNode[] {
  const nodes: HierarchyNode[] = [],
    open = [...hierarchy];
  for (let node = open.pop(); node; node = open.pop()) {
    nodes[node.index] = node;
    pushAll(open, node.children);
  }
  return nodes;
}
