// A second document in the same view: over the first in one see-through colour, or on the other side of a line. It has
// buffers of its own and follows the first one's clock.

import { kBindPose } from '../../core/document';
import { findTurn, largestDistance, selectedAction } from '../../core/fullCore';
import type { FoundTurn, LargestDistance, QuarterTurn } from '../../core/health';
import * as m from '../../core/math';
import { localMatrix } from '../../core/math';
import type { Bounds, Vec4 } from '../../core/report';
import type { CompareMode } from '../../protocol/compare';
import type { PlaybackChange } from '../../protocol/playback';
import type { SkinningPath } from '../../protocol/view';
import type { SessionHooks } from '../hooks';
import { disposeLoaded, type LoadedDocument } from '../loaded';
import { nodeMatrix } from '../picking';
import { buildRenderModel, type FrameInputs, type RenderModel } from '../renderModel';
import type { Session } from '../session';
import type { Crossfade } from './crossfade';
import type { Instances } from './instances';
import { placed } from './places';

/** One or two turns by quarters as a matrix, the first one first. */
function turnMatrix(turn: QuarterTurn | ''): m.Mat4 {
  let out = m.identity();
  for (const one of turn === '' ? [] : turn.split(',')) {
    const half = (Number(one.slice(1)) * Math.PI) / 360,
      axis = 'xyz'.indexOf(one[0]!),
      rotation: Vec4 = [0, 0, 0, Math.cos(half)];
    rotation[axis] = Math.sin(half);
    out = m.multiply(localMatrix({ rotation }), out);
  }
  return out;
}

/** Violet, which no other overlay has; the first document shines through. */
const kTint = [0.36, 0.1, 0.62, 0.55];

export class Comparison {
  mode: CompareMode = 'over';
  /** From the left edge, 0 to 1. */
  divider = 0.5;
  /** Node of the first document that holds the second one. */
  joint = -1;
  /** From that joint, in its space. */
  offset: m.Vec3 = [0, 0, 0];
  rotation: Vec4 = [0, 0, 0, 1];
  /** By quarters, about the axes of the world. */
  turn: QuarterTurn | '' = '';
  bounds: Bounds = { min: [-1, 0, -1], max: [1, 2, 1] };
  private renderModel: RenderModel;
  /** Where its file says that it stands, and turned. */
  private stored: m.Mat4;
  private own: m.Mat4;

  constructor(
    private readonly loaded: LoadedDocument,
    private readonly gl: WebGL2RenderingContext,
  ) {
    this.renderModel = buildRenderModel(loaded, gl);
    this.stored = this.own = this.renderModel.worldFromFile;
    this.select(kBindPose);
  }

  /** About the origin of the world; true if that is another turn than before. */
  turnBy(turn: QuarterTurn | ''): boolean {
    if (turn === this.turn) return false;
    this.turn = turn;
    this.place();
    this.select(this.action);
    return true;
  }

  private place(): void {
    this.own = m.multiply(turnMatrix(this.turn), this.stored);
  }

  get action(): number {
    return selectedAction(this.loaded.document);
  }

  /** The action of the same name, until another is chosen. */
  follow(name: string | undefined): void {
    const { actions } = this.loaded.report.info;
    const same = actions.findIndex((action) => action.playable && action.name === name),
      first = actions.findIndex(({ playable, cameraNode }) => playable && cameraNode === undefined);
    this.select(name === undefined ? kBindPose : same >= 0 ? same : first);
  }

  select(action: number): void {
    const { document } = this.loaded;
    if (!document.selectAction(action)) document.selectAction(kBindPose);
    const bounds = document.actionBounds();
    if (bounds) this.bounds = m.transformBounds(this.own, bounds);
  }

  rebuild(gl: WebGL2RenderingContext): void {
    const { action } = this;
    this.renderModel = buildRenderModel(this.loaded, gl);
    this.stored = this.renderModel.worldFromFile;
    this.place();
    this.loaded.document.selectAction(action);
  }

  /** `first` is posed already. */
  pose(time: number, path: SkinningPath, first: RenderModel | undefined): void {
    const { document, model } = this.renderModel;
    this.renderModel.worldFromFile = (this.mode === 'joint' && first && this.held(first)) || this.own;
    document.evaluate(time, { skin: path === 'cpu' || !model.posesOnGpu });
    model.upload(document, path);
  }

  /** Where the joint of the first document holds it. */
  private held({ document, skeleton, worldFromFile }: RenderModel): m.Mat4 | undefined {
    if (!skeleton.nodes[this.joint]) return undefined;
    const hand = m.multiply(worldFromFile, nodeMatrix(document, this.joint));
    return placed(m.multiply(hand, localMatrix({ rotation: this.rotation })), m.transformDirection(hand, this.offset));
  }

  /** The picture with the second document in it. */
  join(picture: FrameInputs): FrameInputs {
    const { gl, mode, renderModel } = this,
      { others, enter } = picture;
    const split = mode === 'split';
    const side = (whole: FrameInputs, right: boolean): void => {
      const [middle = 0, , share = 1] = whole.window ?? [0, 0, 1, 1];
      const edge = ((((this.divider * 2 - 1 - middle) / share + 1) / 2) * whole.width) | 0,
        at = Math.max(0, Math.min(whole.width, edge));
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(right ? at : 0, 0, right ? whole.width - at : at, whole.height);
    };
    const leave = (): void => gl.disable(gl.SCISSOR_TEST);
    const joined: FrameInputs = { ...picture, leave };
    joined.enter = (drawn, shadow) => {
      enter?.(drawn, shadow);
      if (split && !shadow) side(drawn, false);
    };
    joined.others = (drawn) => {
      const { settings, toolEffects } = drawn;
      const second: FrameInputs = {
        ...drawn,
        renderModel,
        settings: { ...settings, selectedNode: -1, rotationGizmo: false },
        enter: (own, shadow) => {
          if (split && !shadow) side(own, true);
        },
        leave,
        others: () => [],
        ...(mode === 'over' && { tint: kTint }),
        ...(toolEffects && {
          toolEffects: {
            unseen: new Set<number>(),
            ...(toolEffects.section && { section: toolEffects.section }),
            ...(toolEffects.light && { light: toolEffects.light }),
          },
        }),
      };
      return [...(others?.(drawn) ?? []), second];
    };
    return joined;
  }

  /** Where both lie farthest apart at a time of the first one's action. */
  distance(first: RenderModel, time: number): LargestDistance | undefined {
    this.poseBoth(first, time);
    return largestDistance(first.document, this.renderModel.document, false, this.turn);
  }

  /** The turn that makes both agree at a time. */
  findTurn(first: RenderModel, time: number): FoundTurn | undefined {
    this.poseBoth(first, time);
    return findTurn(first.document, this.renderModel.document);
  }

  private poseBoth(first: RenderModel, time: number): void {
    const { document } = this.renderModel;
    const once = { rootMotion: 'keep', loop: false, closeLoop: false } as const;
    for (const one of [first.document, document]) {
      one.setPlayOptions(once);
      one.evaluate(time, { normals: false });
    }
    document.setPlayOptions({ ...once, loop: true });
  }

  dispose(): void {
    this.renderModel.model.dispose();
    disposeLoaded(this.loaded);
  }
}

export class Comparing implements SessionHooks {
  comparison: Comparison | undefined;

  constructor(
    private readonly session: Session,
    private readonly instances: Instances,
    private readonly crossfade: Crossfade,
  ) {
    instances.beside = () => this.comparison?.bounds;
  }

  show({ sources }: LoadedDocument): void {
    const names = new Set(sources.map(({ name }) => name));
    // More files for the same model leave the second document where it is.
    if (this.session.loaded?.sources.some(({ name }) => names.has(name))) return;
    this.dispose();
  }

  rebuild(gl: WebGL2RenderingContext): () => void {
    return () => this.comparison?.rebuild(gl);
  }

  change(change: PlaybackChange): (() => void) | undefined {
    return change.set === 'action' ? () => this.comparison?.follow(this.session.actionName) : undefined;
  }

  pose(time: number, path: SkinningPath): () => void {
    return () => this.comparison?.pose(time, path, this.session.renderModel);
  }

  picture(picture: FrameInputs): FrameInputs {
    return this.comparison?.join(picture) ?? picture;
  }

  dispose(): void {
    this.comparison?.dispose();
    this.comparison = undefined;
  }

  /** Shows a second document, or none any more. */
  set(comparison: Comparison | undefined): void {
    this.dispose();
    this.comparison = comparison;
    comparison?.follow(this.session.actionName);
    this.session.reframe();
    this.session.dirty = true;
  }

  distances(times: readonly number[]): (LargestDistance | undefined)[] {
    return this.posed((comparison, first) => times.map((time) => comparison.distance(first, time))) ?? [];
  }

  findTurn(time: number): FoundTurn | undefined {
    return this.posed((comparison, first) => comparison.findTurn(first, time));
  }

  /** For questions that pose both documents; the view's pose comes back afterwards. */
  private posed<Answer>(ask: (comparison: Comparison, first: RenderModel) => Answer): Answer | undefined {
    const { comparison, session } = this,
      { renderModel, playback } = session;
    if (!comparison || !renderModel) return undefined;
    this.instances.enter();
    this.crossfade.rest();
    const found = ask(comparison, renderModel);
    const { rootMotion, loop, closeLoop } = playback;
    renderModel.document.setPlayOptions({ rootMotion, loop, closeLoop });
    this.instances.leave();
    return found;
  }
}
