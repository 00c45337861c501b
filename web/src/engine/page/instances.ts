// Several instances of a model side by side. The session has one render model and one clock: those of the chosen instance; the
// others are drawn around it from the same document and buffers.

import * as m from '../../core/math';
import { type CopiesState, type CopyState, kMostCopies } from '../../protocol/compare';
import type { Framing, PickHit, SkinningPath } from '../../protocol/view';
import type { RenderModel, FrameInputs } from '../renderModel';
import { framingOf } from '../../protocol/projection';
import type { SessionHooks } from '../hooks';
import { pickTriangle } from '../picking';
import { Playback } from '../playback';
import type { Session } from '../session';
import { rayThrough } from '../view';
import type { Crossfade } from './crossfade';
import { moved, placed, places, union } from './places';

const kNowhere: m.Vec3 = [0, 0, 0];

interface Copy {
  renderModel: RenderModel;
  playback: Playback;
  place: m.Vec3;
  /** Over its action, where it would stand alone. */
  framing: Framing;
}

export class Instances implements SessionHooks {
  /** Empty until there are two. */
  #copies: Copy[] = [];
  #chosen = 0;
  /** Whose pose the shared document holds. */
  #posed: Copy | undefined;
  /** Framing of the shown model alone. */
  #own: Framing;
  /** Bounds of what else is in the view. */
  beside: () => Framing['bounds'] | undefined = () => undefined;

  constructor(
    private readonly session: Session,
    private readonly crossfade: Crossfade,
  ) {
    this.#own = session.framing;
  }

  get state(): CopiesState {
    const clocks = this.#copies.length > 0 ? this.#copies.map(({ playback }) => playback) : [this.session.playback];
    return {
      copies: clocks.map(({ action, speed, playing }) => ({ action, speed, playing })),
      chosen: this.#chosen,
    };
  }

  get #copy(): Copy | undefined {
    return this.#copies[this.#chosen];
  }

  // -- hooks ------------------------------------------------------------------------------------------------------------

  moves(): boolean {
    return this.#copies.some(({ playback }) => playback.playing);
  }

  show(): void {
    this.#copies = [];
    this.#chosen = 0;
    this.#posed = undefined;
  }

  rebuild(): () => void {
    return () => {
      const { renderModel } = this.session;
      if (renderModel)
        for (const copy of this.#copies)
          copy.renderModel = { ...renderModel, worldFromFile: placed(renderModel.worldFromFile, copy.place) };
      if (this.#copy) this.session.renderModel = this.#copy.renderModel;
      this.#posed = undefined;
    };
  }

  advance(seconds: number): void {
    for (const { playback } of this.#copies) if (playback !== this.session.playback) playback.advance(seconds);
  }

  frame(): () => void {
    this.enter();
    return () => {
      const { session } = this,
        copy = this.#copy;
      this.#own = session.framing;
      if (copy) copy.framing = { ...session.framing, bounds: moved(session.framing.bounds, m.scale(copy.place, -1)) };
      if (copy || this.beside()) this.arrange();
    };
  }

  /** The shared document takes on the pose of the chosen instance. */
  enter(): void {
    if (this.#copy) this.#enter(this.#copy);
  }

  /** Many share the buffers of one: the GPU moves them. */
  path(): SkinningPath | undefined {
    return this.#copies.length > 0 ? 'gpu' : undefined;
  }

  picture(picture: FrameInputs, path: SkinningPath): FrameInputs {
    const chosen = this.#copy,
      rest = this.#copies.filter((copy) => copy !== chosen);
    if (!chosen) return picture;
    return {
      ...picture,
      enter: () => this.#bring(chosen, path),
      others: (drawn) =>
        rest.map((copy) => {
          const { gizmo, ...other } = drawn;
          void gizmo;
          return { ...other, renderModel: copy.renderModel, enter: () => this.#bring(copy, path), others: () => [] };
        }),
    };
  }

  /** The nearest of what lies under the pointer. */
  pick(first: PickHit | undefined, x: number, y: number): PickHit | undefined {
    const chosen = this.#copy;
    if (!chosen) return first;
    let best: PickHit | undefined = first && { ...first, copy: this.#chosen };
    const { view } = this.session.picture(),
      { eye } = view,
      from: m.Vec3 = [eye[0], eye[1], eye[2]];
    const far = ({ point }: PickHit): number =>
      eye[3] === 0 ? -m.dot(point, from) : m.length(m.subtract(point, from));
    this.#copies.forEach((copy, index) => {
      if (copy === chosen) return;
      this.#enter(copy);
      const { document, model, worldFromFile } = copy.renderModel;
      document.evaluate(copy.playback.time, { normals: false });
      const hit = pickTriangle(document, model.instances, worldFromFile, rayThrough(view, x, y));
      if (hit && (!best || far(hit) < far(best))) best = { ...hit, joint: -1, copy: index };
    });
    this.leave();
    return best;
  }

  // -- changes ----------------------------------------------------------------------------------------------------------

  /** Nothing where there is no room for one more. */
  add(): void {
    const { session } = this,
      { renderModel } = session;
    if (!renderModel || this.#copies.length >= kMostCopies) return;
    if (this.#copies.length === 0)
      this.#copies = [{ renderModel, playback: session.playback, place: kNowhere, framing: session.framing }];
    const like = this.#copy!,
      playback = new Playback();
    const { speed, loop, closeLoop, rootMotion, pingPong, crossfade } = like.playback;
    Object.assign(playback, { speed, loop, closeLoop, rootMotion, pingPong, crossfade });
    this.#copies.push({ renderModel: { ...renderModel }, playback, place: kNowhere, framing: like.framing });
    this.choose(this.#copies.length - 1);
    session.selectAction(like.playback.action);
    if (like.playback.playing) playback.play();
  }

  remove(index: number): void {
    if (this.#copies.length < 2 || !this.#copies[index]) return;
    const [gone] = this.#copies.splice(index, 1);
    this.crossfade.forget(gone!.playback);
    const next = this.#chosen > index || this.#chosen === this.#copies.length ? this.#chosen - 1 : this.#chosen;
    this.#chosen = -1;
    this.choose(next);
    this.arrange();
    // One alone is no row of instances.
    if (this.#copies.length === 1) this.#copies = [];
  }

  choose(index: number): void {
    const copy = this.#copies[index];
    if (!copy) return;
    this.#chosen = index;
    this.session.renderModel = copy.renderModel;
    this.session.playback = copy.playback;
    this.session.dirty = true;
    this.#enter(copy);
  }

  set(index: number, { action, speed, playing }: Partial<CopyState>): void {
    const { session } = this,
      before = this.#chosen;
    if (this.#copies.length > 0) this.choose(index);
    if (action !== undefined) session.change({ set: 'action', action });
    if (speed !== undefined) session.change({ set: 'speed', speed });
    if (playing !== undefined) session.change({ set: 'playing', playing });
    if (this.#copies.length > 0) this.choose(before);
  }

  /** Places all instances again and frames them together. */
  arrange(): void {
    const { session } = this,
      copies = this.#copies,
      beside = this.beside();
    const at = places(copies.map(({ framing }) => framing.bounds));
    copies.forEach((copy, i) => {
      const from = copy.place,
        to = (copy.place = at[i]!);
      copy.renderModel.worldFromFile = placed(copy.renderModel.worldFromFile, m.subtract(to, from));
    });
    const boxes = copies.map(({ framing, place }) => moved(framing.bounds, place));
    if (beside && boxes.length === 0 && session.renderModel) boxes.push(this.#own.bounds);
    if (beside) boxes.push(beside);
    if (boxes.length > 0) session.framing = framingOf(union(boxes));
    session.dirty = true;
  }

  /** The shared document has been posed otherwise. */
  leave(): void {
    this.#posed = undefined;
    this.session.dirty = true;
  }

  #enter(copy: Copy): void {
    const { document } = copy.renderModel,
      { action, rootMotion, loop, closeLoop } = copy.playback;
    this.#posed = copy;
    document.selectAction(action);
    document.setPlayOptions({ rootMotion, loop, closeLoop });
  }

  /** Poses the shared document for a copy, unless it stands so already. */
  #bring(copy: Copy, path: SkinningPath): void {
    if (this.#posed === copy) return;
    this.#enter(copy);
    const { document, model } = copy.renderModel;
    this.crossfade.mix(copy.renderModel, copy.playback);
    document.evaluate(copy.playback.time, { skin: path === 'cpu' });
    model.upload(document, path);
  }
}
