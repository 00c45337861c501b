// A viewer of the page: one model, or several instances of it side by side, or it and a second document. The base class
// shows one exhibit with one clock; here that is the chosen one, and the others are drawn around it.

import { kBindPose } from '../../core/document';
import type { LargestDistance } from '../../core/health';
import { setBlend } from '../../core/whole';
import type { LoadedDocument } from '../documents';
import type { Exhibit, Picture } from '../exhibit';
import { markPoints } from '../marks';
import * as m from '../../core/math';
import type { Framing, PickHit, SkinningPath } from '../../protocol/view';
import type { PlaybackChange } from '../../protocol/playback';
import type { Parts } from '../parts';
import { pickTriangle } from '../picking';
import type { ViewerSession } from '../session';
import { ToolSession } from './tooling';
import { rayThrough } from '../view';
import { Comparison } from './comparison';
import { framingOf, moved, placed, places, union } from './copies';
import { type CopiesState, type CopyState, kMostCopies } from '../../protocol/compare';
import { StagePlayback } from './run';

const kNowhere: m.Vec3 = [0, 0, 0];

interface Copy {
  exhibit: Exhibit;
  playback: StagePlayback;
  place: m.Vec3;
  /** Over its action, where it would stand alone. */
  framing: Framing;
}

/** What fades out while another action fades in. */
interface Fade {
  playback: StagePlayback;
  action: number;
  time: number;
  done: number;
}

export class StageSession extends ToolSession {
  override playback = new StagePlayback();
  comparison: Comparison | undefined;
  /** Empty until there are two. */
  private copies: Copy[] = [];
  private chosen = 0;
  private fade: Fade | undefined;
  /** Whose pose the shared document holds. */
  private posed: Copy | undefined;

  override get moves(): boolean {
    return this.playback.playing || this.copies.some(({ playback }) => playback.playing);
  }

  get copiesState(): CopiesState {
    const all = this.copies.length > 0 ? this.copies.map(({ playback }) => playback) : [this.playback];
    return {
      copies: all.map(({ action, speed, playing }) => ({ action, speed, playing })),
      chosen: this.chosen,
    };
  }

  override show(loaded: LoadedDocument, gl: WebGL2RenderingContext): void {
    const names = new Set(loaded.sources.map(({ name }) => name));
    // More files for the same model leave the second document where it is.
    if (!this.loaded?.sources.some(({ name }) => names.has(name))) {
      this.comparison?.dispose();
      this.comparison = undefined;
    }
    this.copies = [];
    this.chosen = 0;
    this.fade = this.posed = undefined;
    super.show(loaded, gl);
  }

  override rebuild(gl: WebGL2RenderingContext): void {
    const { copies } = this;
    this.fade = undefined;
    if (this.document) setBlend(this.document, kBindPose, 0, 0);
    super.rebuild(gl);
    const { exhibit } = this;
    if (exhibit)
      for (const copy of copies)
        copy.exhibit = { ...exhibit, worldFromFile: placed(exhibit.worldFromFile, copy.place) };
    if (copies[this.chosen]) this.exhibit = copies[this.chosen]!.exhibit;
    this.posed = undefined;
    this.comparison?.rebuild(gl);
  }

  override dispose(): void {
    this.comparison?.dispose();
    super.dispose();
  }

  // -- time -------------------------------------------------------------------------------------------------------------

  override advance(seconds: number): boolean {
    for (const { playback } of this.copies) if (playback !== this.playback) playback.advance(seconds);
    const { fade } = this;
    if (fade?.playback.playing) {
      fade.time += seconds * fade.playback.speed;
      fade.done += seconds;
    }
    return super.advance(seconds);
  }

  override change(change: PlaybackChange): void {
    const { playback } = this,
      { action, time, playing, crossfade } = playback;
    if (change.set !== 'speed' && change.set !== 'run') this.fade = undefined;
    if (change.set === 'run') playback.run(change);
    super.change(change);
    if (change.set === 'action' && playing && crossfade > 0 && playback.action !== action && playback.playing)
      this.fade = { playback, action, time, done: 0 };
    if (change.set === 'action') this.comparison?.follow(this.actionName);
  }

  // -- instances ----------------------------------------------------------------------------------------------------------

  /** False when there is no room for one more. */
  addCopy(): boolean {
    const { exhibit } = this;
    if (!exhibit || this.copies.length >= kMostCopies) return false;
    if (this.copies.length === 0)
      this.copies = [{ exhibit, playback: this.playback, place: kNowhere, framing: this.framing }];
    const like = this.copies[this.chosen]!,
      playback = new StagePlayback();
    const { speed, loop, closeLoop, rootMotion, pingPong, crossfade } = like.playback;
    Object.assign(playback, { speed, loop, closeLoop, rootMotion, pingPong, crossfade });
    this.copies.push({ exhibit: { ...exhibit }, playback, place: kNowhere, framing: like.framing });
    this.chooseCopy(this.copies.length - 1);
    this.selectAction(like.playback.action);
    if (like.playback.playing) playback.play();
    return true;
  }

  removeCopy(index: number): void {
    if (this.copies.length < 2 || !this.copies[index]) return;
    const [gone] = this.copies.splice(index, 1);
    if (this.fade?.playback === gone?.playback) this.fade = undefined;
    const next = this.chosen > index || this.chosen === this.copies.length ? this.chosen - 1 : this.chosen;
    this.chosen = -1;
    this.chooseCopy(next);
    this.arrange();
    // One alone is no row of instances.
    if (this.copies.length === 1) this.copies = [];
  }

  chooseCopy(index: number): void {
    const copy = this.copies[index];
    if (!copy) return;
    this.chosen = index;
    this.exhibit = copy.exhibit;
    this.playback = copy.playback;
    this.dirty = true;
    this.enterCopy(copy);
  }

  changeCopy(index: number, { action, speed, playing }: Partial<CopyState>): void {
    const before = this.chosen;
    if (this.copies.length > 0) this.chooseCopy(index);
    if (action !== undefined) this.change({ set: 'action', action });
    if (speed !== undefined) this.change({ set: 'speed', speed });
    if (playing !== undefined) this.change({ set: 'playing', playing });
    if (this.copies.length > 0) this.chooseCopy(before);
  }

  /** Shows a second document beside this one, or none any more. */
  compare(comparison: Comparison | undefined): void {
    this.comparison?.dispose();
    this.comparison = comparison;
    comparison?.follow(this.actionName);
    this.reframe();
    this.dirty = true;
  }

  distances(times: readonly number[]): (LargestDistance | undefined)[] {
    const { comparison, exhibit, playback } = this;
    if (!comparison || !exhibit) return [];
    const copy = this.copies[this.chosen];
    if (copy) this.enterCopy(copy);
    setBlend(exhibit.document, kBindPose, 0, 0);
    const found = times.map((time) => comparison.distance(exhibit, time));
    const { rootMotion, loop, closeLoop } = playback;
    exhibit.document.setPlayOptions({ rootMotion, loop, closeLoop });
    this.posed = undefined;
    this.dirty = true;
    return found;
  }

  /** The shared document takes on the pose of a copy, for the passes that draw it. */
  private enterCopy(copy: Copy): void {
    const { document } = copy.exhibit,
      { action, rootMotion, loop, closeLoop } = copy.playback;
    this.posed = copy;
    document.selectAction(action);
    document.setPlayOptions({ rootMotion, loop, closeLoop });
  }

  /** Places everything anew and frames it as a whole. */
  arrange(): void {
    const { copies, comparison } = this;
    const at = places(copies.map(({ framing }) => framing.bounds));
    copies.forEach((copy, i) => {
      const from = copy.place,
        to = (copy.place = at[i]!);
      copy.exhibit.worldFromFile = placed(copy.exhibit.worldFromFile, m.subtract(to, from));
    });
    const boxes = copies.map(({ framing, place }) => moved(framing.bounds, place));
    if (comparison && boxes.length === 0 && this.exhibit) boxes.push(this.own.bounds);
    if (comparison) boxes.push(comparison.bounds);
    if (boxes.length > 0) this.framing = framingOf(union(boxes));
    this.dirty = true;
  }

  /** Of the shown model alone. */
  private own: Framing = this.framing;

  protected override reframe(): void {
    const copy = this.copies[this.chosen];
    if (this.document) setBlend(this.document, kBindPose, 0, 0);
    if (copy) this.enterCopy(copy);
    super.reframe();
    this.own = this.framing;
    if (copy) {
      const back = m.scale(copy.place, -1);
      copy.framing = { ...this.framing, bounds: moved(this.framing.bounds, back) };
    }
    if (copy || this.comparison) this.arrange();
  }

  private get document(): Exhibit['document'] | undefined {
    return this.exhibit?.document;
  }

  // -- pictures ---------------------------------------------------------------------------------------------------------

  /** Many share the buffers of one: the GPU moves them. */
  protected override choosePath(): SkinningPath {
    return this.copies.length > 0 && this.exhibit?.model.skinned ? 'gpu' : super.choosePath();
  }

  override draw(...given: Parameters<ViewerSession['draw']>): ReturnType<ViewerSession['draw']> {
    const frame = super.draw(...given),
      { exhibit, settings } = this;
    const marks =
      exhibit && settings.marked && markPoints(exhibit, settings.marked, frame.path, this.picture(frame.path).view);
    return { ...frame, ...(marks && { marks }) };
  }

  protected override pose(exhibit: Exhibit, time: number, path: SkinningPath): void {
    const copy = this.copies[this.chosen];
    if (copy) this.enterCopy(copy);
    this.mix(exhibit, this.playback);
    super.pose(exhibit, time, path);
    this.comparison?.pose(time, path);
  }

  /** What fades out of this clock's pose. */
  private mix({ document }: Exhibit, playback: StagePlayback): void {
    const fade = this.fade?.playback === playback ? this.fade : undefined,
      weight = fade ? 1 - fade.done / playback.crossfade : 0;
    if (fade && !(weight > 0)) this.fade = undefined;
    if (fade && weight > 0) setBlend(document, fade.action, fade.time, weight);
    else setBlend(document, kBindPose, 0, 0);
  }

  override picture(path: SkinningPath = this.choosePath()): Picture {
    const picture = super.picture(path),
      { copies, comparison } = this,
      chosen = copies[this.chosen];
    if (chosen) {
      const rest = copies.filter((copy) => copy !== chosen);
      picture.enter = () => this.bring(chosen, path);
      picture.others = (drawn) =>
        rest.map((copy) => {
          const { handle, ...other } = drawn;
          void handle;
          return { ...other, exhibit: copy.exhibit, enter: () => this.bring(copy, path), others: () => [] };
        });
    }
    return comparison ? comparison.join(picture) : picture;
  }

  /** Poses the shared document for a copy, unless it stands so already. */
  private bring(copy: Copy, path: SkinningPath): void {
    if (this.posed === copy) return;
    this.enterCopy(copy);
    const { document, model } = copy.exhibit;
    this.mix(copy.exhibit, copy.playback);
    document.evaluate(copy.playback.time, { skin: path === 'cpu' });
    model.upload(document, path);
  }

  override pick(extras: Parts['engine-extras'], x: number, y: number, surface = false): PickHit | undefined {
    const chosen = this.copies[this.chosen];
    if (!chosen) return super.pick(extras, x, y, surface);
    const picture = this.picture();
    this.enterCopy(chosen);
    let best = super.pick(extras, x, y, surface);
    if (best) best = { ...best, copy: this.chosen };
    const { eye } = picture.view,
      far = (hit: PickHit): number =>
        eye[3] === 0
          ? -m.dot(hit.point, [eye[0], eye[1], eye[2]])
          : m.length(m.subtract(hit.point, [eye[0], eye[1], eye[2]]));
    this.copies.forEach((copy, index) => {
      if (copy === chosen) return;
      this.enterCopy(copy);
      const { document, model, worldFromFile } = copy.exhibit;
      document.evaluate(copy.playback.time, { normals: false });
      const hit = pickTriangle(document, model.instances, worldFromFile, rayThrough(picture.view, x, y));
      if (hit && (!best || far(hit) < far(best))) best = { ...hit, joint: -1, copy: index };
    });
    this.posed = undefined;
    this.dirty = true;
    return best;
  }
}
