// Animations with fewer frames: those are left out whose poses lie between the ones that stay, within a tolerance.

import { type GlbFile, type Gltf, kComponents, kShort } from './gltf';
import { quaternions, unquaternions } from './meshopt';
import { mixed, place, sample, type Shown, type Track, Tree } from './posed';
import type { Streams } from './streams';

/** Points of each node that measure how far a pose is from another: corners of the box of what it moves, 24 numbers. */
type Points = readonly Float64Array[];

interface Action {
  name: string;
  before: Track[];
  after: Track[];
}

/** The farthest that a pose may stretch over, in frames: it bounds the work. */
const kMostFrames = 48;
/** Poses that are measured of each action, at most. */
const kMostMeasured = 64;
/** Part of the tolerance by which the rounding of one number may move a vertex. */
const kRounding = 1 / 16;

const corners = (low: readonly number[], high: readonly number[]): Float64Array =>
  Float64Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) & (1 << (i % 3)) ? high : low)[i % 3]!);

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, c) => value - b[c]!));

/** The length of a vector, or `least` where it is surely shorter: `Math.hypot` is slow. */
function longer(least: number, x: number, y: number, z: number): number {
  return (x * x + y * y + z * z) * kSlack < least * least ? least : Math.max(least, Math.hypot(x, y, z));
}
/** More than the rounding of a sum of squares. */
const kSlack = 1 + 1e-9;

/** A vertex is between the places that its joints have for it, so that no vertex is farther off than a corner. */
function pointsOf(count: number, shown: readonly Shown[], size: number): Points {
  const low = Array.from({ length: count }, () => [Infinity, Infinity, Infinity]),
    high = low.map(() => [-Infinity, -Infinity, -Infinity]);
  const take = (node: number, x: number, y: number, z: number): void => {
    const least = low[node]!,
      most = high[node]!;
    least[0] = Math.min(least[0]!, x);
    least[1] = Math.min(least[1]!, y);
    least[2] = Math.min(least[2]!, z);
    most[0] = Math.max(most[0]!, x);
    most[1] = Math.max(most[1]!, y);
    most[2] = Math.max(most[2]!, z);
  };
  for (const { node, positions, skin } of shown) {
    const vertices = positions.length / 3,
      per = skin ? skin.slots.length / vertices : 0;
    for (let v = 0; v < vertices; ++v) {
      const x = positions[3 * v]!,
        y = positions[3 * v + 1]!,
        z = positions[3 * v + 2]!;
      if (!skin) {
        take(node, x, y, z);
        continue;
      }
      for (let k = v * per; k < (v + 1) * per; ++k) {
        const slot = skin.slots[k]!;
        if (!(skin.shares[k]! > 0)) continue;
        const m = skin.inverse[slot]!;
        take(
          skin.joints[slot]!,
          m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
          m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
          m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
        );
      }
    }
  }
  // Other things on a node: a camera, a light, objects that a page attaches.
  const reach = size / 10;
  return low.map((lowest, node) =>
    lowest[0] === Infinity ? corners([-reach, -reach, -reach], [reach, reach, reach]) : corners(lowest, high[node]!),
  );
}

/** Size of the model as it stands: the diagonal of its box. */
export function sizeOf(tree: Tree, shown: readonly Shown[]): number {
  const low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity],
    worlds = tree.worlds();
  for (const each of shown)
    place(each, worlds).forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3]!, value);
      high[i % 3] = Math.max(high[i % 3]!, value);
    });
  return low[0] === Infinity ? 1 : distance(low, high) || 1;
}

/** A power of two, so that rounded numbers end in zeros. */
const stepBelow = (most: number): number => 2 ** Math.floor(Math.log2(most));

/** Values of an action's tracks at a time. */
type Values = readonly (readonly [Track, number[]])[];

const valuesAt = (tracks: readonly Track[], time: number): Values =>
  tracks.map((track) => [track, sample(track, time)] as const);

/** Weights of shapes by node. */
const weightsOf = (values: Values): ReadonlyMap<number, number[]> =>
  new Map(values.flatMap(([{ path, node }, weights]) => (path === 'weights' ? [[node, weights] as const] : [])));

export class MotionPacker {
  readonly actions: Action[] = [];
  /** Frames there were, and those that stay. */
  readonly frames = { before: 0, after: 0 };
  private readonly points: Points;

  constructor(
    private readonly file: GlbFile,
    private readonly tree: Tree,
    private readonly streams: Streams,
    shown: readonly Shown[],
    private readonly size: number,
    private readonly precision: { tolerance: number; rotationBits: number },
  ) {
    this.points = pointsOf(file.json.nodes?.length ?? 0, shown, size);
  }

  /** The animations of the new file. */
  finish(json: Gltf): void {
    json.animations = json.animations?.map(({ name, channels, samplers }) => {
      const tracks = channels.map(({ sampler, target }): Track => {
        const { input, output, interpolation = 'LINEAR' } = samplers[sampler]!,
          { type } = this.file.json.accessors![output]!,
          times = this.file.numbers(input),
          values = this.file.numbers(output),
          parts = interpolation === 'CUBICSPLINE' ? 3 : 1,
          width = type === 'SCALAR' ? values.length / times.length / parts : kComponents[type];
        return { ...target, interpolation, times, values, width };
      });
      const after = this.reduced(tracks);
      this.actions.push({ name: name ?? '', before: tracks, after });
      return {
        ...(name !== undefined && { name }),
        channels: channels.map(({ target }, sampler) => ({ sampler, target })),
        samplers: after.map((track) => this.stored(track)),
      };
    });
  }

  /** The farthest that a vertex is off in a pose of an action (undefined: as the model stands). */
  *measured(before: readonly Shown[], after: readonly Shown[]): Generator<{ action?: string; distance: number }> {
    const between = (old: Values, now: Values): number => {
      const [oldWorlds, nowWorlds] = [this.tree.worlds(old), this.tree.worlds(now)],
        [oldWeights, nowWeights] = [weightsOf(old), weightsOf(now)];
      let most = 0;
      before.forEach((each, i) => {
        const a = place(each, oldWorlds, oldWeights.get(each.node)),
          b = place(after[i]!, nowWorlds, nowWeights.get(each.node));
        for (let v = 0; v < a.length; v += 3)
          most = longer(most, a[v]! - b[v]!, a[v + 1]! - b[v + 1]!, a[v + 2]! - b[v + 2]!);
      });
      return most;
    };
    yield { distance: between([], []) };
    for (const action of this.actions) {
      const all = [...new Set(action.before.flatMap(({ times }) => [...times]))].sort((a, b) => a - b),
        step = Math.max(1, all.length / kMostMeasured);
      let most = 0;
      for (let i = 0; i < all.length; i += step) {
        const time = all[Math.floor(i)]!;
        most = Math.max(most, between(valuesAt(action.before, time), valuesAt(action.after, time)));
      }
      yield { action: action.name, distance: most };
    }
  }

  private reduced(tracks: readonly Track[]): Track[] {
    /** Times of the tracks that may lose frames. */
    const keys = tracks.map(({ interpolation, path, times }) =>
      interpolation === 'LINEAR' && path !== 'weights' && times.length > 1 ? times.join() : undefined,
    );
    const kept = new Map<string, number[]>();
    for (const [i, key] of keys.entries()) {
      if (key === undefined || kept.has(key)) continue;
      const { times } = tracks[i]!,
        frames = this.keptFrames(
          tracks,
          times,
          keys.map((each) => each === key),
        );
      kept.set(key, frames);
      this.frames.before += times.length;
      this.frames.after += frames.length;
    }
    return tracks.map((track, i) => {
      const frames = keys[i] === undefined ? undefined : kept.get(keys[i])!;
      if (!frames) return this.rounded(track);
      return this.rounded({
        ...track,
        times: Float64Array.from(frames, (frame) => track.times[frame]!),
        values: Float64Array.from(
          frames.flatMap((frame) => [...track.values.subarray(frame * track.width, (frame + 1) * track.width)]),
        ),
      });
    });
  }

  /** Frames of tracks that share `times`, such that all poses between are near enough; `isOurs` marks the tracks. */
  private keptFrames(tracks: readonly Track[], times: Float64Array, isOurs: readonly boolean[]): number[] {
    // Of the frames that one pose may stretch over: long actions of many nodes have gigabytes in all.
    const poses = new Map<number, { values: Values; places: Float64Array }>();
    const poseAt = (frame: number): { values: Values; places: Float64Array } => {
      let pose = poses.get(frame);
      if (!pose) {
        const values = valuesAt(tracks, times[frame]!);
        poses.set(frame, (pose = { values, places: this.places(this.tree.worlds(values)) }));
      }
      return pose;
    };
    const { tolerance } = this.precision;
    const isBetween = (from: number, to: number): boolean => {
      const first = poseAt(from).values,
        last = poseAt(to).values,
        span = times[to]! - times[from]!;
      for (let frame = from + 1; frame < to; ++frame) {
        const { values, places: exact } = poseAt(frame),
          u = (times[frame]! - times[from]!) / span,
          isBefore = times[frame]! < times[to]!;
        const guess = values.map((pair, i): readonly [Track, number[]] => {
          const [track] = pair;
          if (!isOurs[i]) return pair;
          const end = last[i]![1];
          return [track, isBefore ? mixed(first[i]![1], end, u, track.path === 'rotation') : end];
        });
        const found = this.places(this.tree.worlds(guess));
        for (let i = 0; i < found.length; i += 3)
          if (
            longer(tolerance, found[i]! - exact[i]!, found[i + 1]! - exact[i + 1]!, found[i + 2]! - exact[i + 2]!) >
            tolerance
          )
            return false;
      }
      return true;
    };
    const kept = [0];
    for (let from = 0; from < times.length - 1;) {
      let to = from + 1;
      while (to + 1 < times.length && to - from < kMostFrames && isBetween(from, to + 1)) to += 1;
      kept.push(to);
      for (; from < to; ++from) poses.delete(from);
    }
    return kept;
  }

  private places(worlds: Float64Array): Float64Array {
    const out = new Float64Array(this.points.length * 24);
    for (let node = 0, m = 0, to = 0; node < this.points.length; ++node, m += 16) {
      const points = this.points[node]!;
      for (let at = 0; at < 24; at += 3, to += 3) {
        const x = points[at]!,
          y = points[at + 1]!,
          z = points[at + 2]!;
        out[to] = worlds[m]! * x + worlds[m + 4]! * y + worlds[m + 8]! * z + worlds[m + 12]!;
        out[to + 1] = worlds[m + 1]! * x + worlds[m + 5]! * y + worlds[m + 9]! * z + worlds[m + 13]!;
        out[to + 2] = worlds[m + 2]! * x + worlds[m + 6]! * y + worlds[m + 10]! * z + worlds[m + 14]!;
      }
    }
    return out;
  }

  /** Numbers of a straight track as the new file has them; the others stay as they are. */
  private rounded(track: Track): Track {
    const { values, interpolation, path } = track;
    if (interpolation !== 'LINEAR' || path === 'weights') return track;
    if (path === 'rotation')
      return { ...track, values: unquaternions(quaternions(values, this.precision.rotationBits)) };
    const most = this.precision.tolerance * kRounding,
      step = stepBelow(path === 'scale' ? most / this.size : most);
    return { ...track, values: values.map((value) => Math.round(value / step) * step) };
  }

  private stored({ times, values, width, interpolation, path }: Track): {
    input: number;
    output: number;
    interpolation: string;
  } {
    const input = this.streams.floats('times', times, 'SCALAR', true);
    return { input, output: this.output(values, width, interpolation, path), interpolation };
  }

  private output(values: Float64Array, width: number, interpolation: string, path: string): number {
    if (path === 'weights') return this.streams.floats('times', values, 'SCALAR');
    if (path !== 'rotation') return this.streams.floats('vectors', values, 'VEC3');
    if (interpolation !== 'LINEAR') return this.streams.floats('quaternions', values, 'VEC4');
    const packed = quaternions(values, this.precision.rotationBits);
    return this.streams.add('rotations', new Uint8Array(packed.buffer), {
      componentType: kShort,
      normalized: true,
      count: values.length / width,
      type: 'VEC4',
    });
  }
}
