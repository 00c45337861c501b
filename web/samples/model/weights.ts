// Smooth skin weights for a closed surface: every bone claims what is near it in units of its own thickness, then the
// claims are averaged along the surface so that they fade over a few edges.

import { segment } from './field';
import type { Influence } from './mesh';
import { tidy } from './mesh';
import type { Surface } from './surface';
import type { Vec3 } from './vec';

export interface Bone {
  joint: number;
  from: Vec3;
  to: Vec3;
  radius: number;
}

export function paintWeights(surface: Surface, bones: readonly Bone[], rounds: number): Influence[][] {
  let weights = surface.positions.map((p) => {
    const claims = new Map<number, number>();
    for (const bone of bones) {
      const d = segment(p, bone.from, bone.to).distance / bone.radius;
      claims.set(bone.joint, Math.max(claims.get(bone.joint) ?? 0, 1 / (0.01 + d ** 6)));
    }
    return normalized(claims);
  });
  const neighbours = surface.positions.map(() => new Set<number>());
  for (const t of surface.triangles) for (const a of t) for (const b of t) if (a !== b) neighbours[a]?.add(b);
  for (let round = 0; round < rounds; round++) {
    weights = weights.map((own, i) => {
      const around = neighbours[i] as Set<number>;
      const sum = new Map(own);
      for (const k of around) {
        for (const [joint, w] of weights[k] as Map<number, number>)
          sum.set(joint, (sum.get(joint) ?? 0) + w / around.size);
      }
      return normalized(sum);
    });
  }
  return weights.map((w) => tidy(w));
}

function normalized(weights: Map<number, number>): Map<number, number> {
  const sum = [...weights.values()].reduce((a, b) => a + b, 0);
  return new Map([...weights].map(([joint, w]) => [joint, w / sum]));
}
