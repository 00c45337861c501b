// Which nodes are out of sight: those that are hidden, and when one is set apart everything that does not belong to it.

import { pushAll } from '../../base/lists';
import { BufferKind } from '../../core/buffers';
import type { RenderModel } from '../renderModel';
import type { ToolSettings } from '../../protocol/tools';

const kInfluenceFloats = 8;
const movers = new WeakMap<RenderModel, Set<number>[]>();
let last:
  { renderModel: RenderModel; hidden: readonly number[]; isolated: number; unseen: ReadonlySet<number> } | undefined;

export function unseenOf(renderModel: RenderModel, { hidden, isolated }: ToolSettings): ReadonlySet<number> {
  if (last?.renderModel === renderModel && last.hidden === hidden && last.isolated === isolated) return last.unseen;
  const unseen = new Set(hidden),
    { nodes } = renderModel.skeleton,
    apart = nodes[isolated];
  if (apart) {
    const kept = new Set<number>(),
      open = [apart];
    for (let node = open.pop(); node; node = open.pop()) {
      kept.add(node.index);
      pushAll(open, node.children);
    }
    // Vertices of a joint are hidden with it.
    renderModel.model.instances.forEach(({ node }, i) => {
      if ([...moversOf(renderModel)[i]!].some((joint) => kept.has(joint))) kept.add(node);
    });
    for (const { index } of nodes) if (!kept.has(index)) unseen.add(index);
  }
  last = { renderModel, hidden, isolated, unseen };
  return unseen;
}

/** Nodes that move vertices of each instance. */
function moversOf(renderModel: RenderModel): Set<number>[] {
  const known = movers.get(renderModel);
  if (known) return known;
  const { document, model, skeleton, report } = renderModel;
  const sets = model.instances.map(({ node }, i) => {
    const joints = report.info.skins[skeleton.nodes[node]?.skin ?? -1]?.joints ?? [],
      influences = document.floats(BufferKind.Influences, i),
      found = new Set<number>();
    for (let at = 0; at < influences.length; at += kInfluenceFloats)
      if (influences[at + 3] !== 0) found.add(joints[influences[at + 4]!] ?? -1);
    return found;
  });
  movers.set(renderModel, sets);
  return sets;
}
