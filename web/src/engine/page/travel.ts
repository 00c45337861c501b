// An action that carries its model far away: framed as a whole it would be a speck, so the view goes along with it.

import { leastOf, mostOf } from '../../base/lists';
import * as m from '../../core/math';
import type { Bounds } from '../../core/report';
import { framingOf } from '../../protocol/projection';
import type { FrameInfo, Framing, PickHit } from '../../protocol/view';
import type { RenderModel } from '../renderModel';
import type { SessionHooks } from '../hooks';
import type { Session } from '../session';
import { nodePosition } from '../skeleton';
import { union } from './places';

const kSamples = 33;
/** Samples to either side that a place on the way is the mean of: the view does not sway with each step. */
const kSmooth = 3;
/** A loop starts again at its end. */
const kAlmost = 1 - 1e-7;
/** The view goes along where the model then shows so many times larger. */
const kGain = 4;

/** Box of at least one point. */
const boxOf = (points: readonly m.Vec3[]): Bounds => {
  const corner = (pick: (values: number[]) => number): m.Vec3 =>
    [0, 1, 2].map((axis) => pick(points.map((point) => point[axis]!))) as m.Vec3;
  return { min: corner(leastOf), max: corner(mostOf) };
};

export class Travel implements SessionHooks {
  /** From the first place, at equal times of the action; empty for a model that stays. */
  #way: m.Vec3[] = [];

  /** `alone`: nothing else is in the view. */
  constructor(
    private readonly session: Session,
    private readonly alone: () => boolean,
  ) {}

  show(): void {
    this.#way = [];
  }

  frame(): () => void {
    return () => {
      const { session } = this,
        { renderModel, playback } = session;
      this.#way = [];
      if (!renderModel || !(playback.duration > 0) || playback.rootMotion !== 'keep' || !this.alone()) return;
      const framing = this.#measure(renderModel, playback.duration, session.framing);
      if (framing) session.framing = framing;
    };
  }

  follow(): m.Vec3 | undefined {
    const way = this.#way,
      { cycleTime, duration } = this.session.playback;
    if (way.length === 0 || !(duration > 0)) return undefined;
    const at = Math.max(0, Math.min(1, cycleTime / duration)) * (way.length - 1),
      before = Math.min(Math.floor(at), way.length - 2),
      part = at - before;
    return m.add(m.scale(way[before]!, 1 - part), m.scale(way[before + 1]!, part));
  }

  readings(): Partial<FrameInfo> {
    const follow = this.follow();
    return follow ? { follow } : {};
  }

  /** The camera counts from where it would be without going along. */
  pick(hit: PickHit | undefined): PickHit | undefined {
    const follow = hit && this.follow();
    return follow ? { ...hit, point: m.subtract(hit.point, follow) } : hit;
  }

  /** Finds the way; the frame of the model on it, undefined where the whole action is framed well. */
  #measure({ document, skeleton, worldFromFile }: RenderModel, duration: number, whole: Framing): Framing | undefined {
    const nodes = skeleton.joints.size > 0 ? [...skeleton.joints] : skeleton.nodes.map(({ index }) => index);
    if (nodes.length === 0) return undefined;
    const boxes: Bounds[] = [],
      means: m.Vec3[] = [];
    for (let i = 0; i < kSamples; ++i) {
      document.evaluate((duration * kAlmost * i) / (kSamples - 1), { skin: false });
      const points = nodes.map((node) => nodePosition(document, worldFromFile, node));
      boxes.push(boxOf(points));
      means.push(m.scale(points.reduce(m.add), 1 / points.length));
    }
    const way = means.map((_, i) => {
      const reach = Math.min(kSmooth, i, kSamples - 1 - i),
        near = means.slice(i - reach, i + reach + 1);
      return m.subtract(m.scale(near.reduce(m.add), 1 / near.length), means[0]!);
    });
    const along = union(
      boxes.map(({ min, max }, i) => ({ min: m.subtract(min, way[i]!), max: m.subtract(max, way[i]!) })),
    );
    // Extent of the mesh beyond its joints.
    const joints = union(boxes);
    const framing = framingOf({
      min: along.min.map((v, k) => v - Math.max(0, joints.min[k]! - whole.bounds.min[k]!)) as m.Vec3,
      max: along.max.map((v, k) => v + Math.max(0, whole.bounds.max[k]! - joints.max[k]!)) as m.Vec3,
    });
    if (!(whole.radius > framing.radius * kGain)) return undefined;
    this.#way = way;
    return framing;
  }
}
