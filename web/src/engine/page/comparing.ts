// A second document beside the shown one, for as long as that shows.

import type { FoundTurn, LargestDistance } from '../../core/health';
import type { PlaybackChange } from '../../protocol/playback';
import type { SkinningPath } from '../../protocol/view';
import type { FrameInputs, RenderModel } from '../renderModel';
import type { SessionHooks } from '../hooks';
import type { LoadedDocument } from '../loaded';
import type { Session } from '../session';
import type { Comparison } from './comparison';
import type { Crossfade } from './crossfade';
import type { Instances } from './instances';

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
