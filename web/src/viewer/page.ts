// The viewer of the application: with what its panels need beyond showing, such as loads that can be cancelled, and the
// shown files read once more in another way.

import type { ReadOptions } from '../core/formats';
import type { RequestId } from '../protocol/messages';
import type { EngineClient } from './client';
import { Clock } from './clock';
import { loadAs, rememberView, restoreMotion, restoreSelection, type SteeredViewer, type ViewMemory } from './memory';
import type { OwnEvent, ViewerPart } from './parts';
import { RotationOverrides } from './rotationOverrides';
import { type LoadResult, Viewer, type ViewerOptions } from './viewer';

/** How long a cancelled load may take to answer before its engine is ended. */
const kCancelMs = 300;

class Loads implements ViewerPart {
  /** How the document before was seen last. */
  left: ViewMemory | undefined;
  /** Cancelled loads whose end the engine has not reported yet. */
  readonly #stopping = new Set<RequestId>();

  constructor(private readonly viewer: SteeredViewer) {}

  get running(): boolean {
    return this.viewer.pending.size > 0;
  }

  /** The shown files once more, read in another way; what the user has set up stays. */
  async again(read: ReadOptions): Promise<LoadResult> {
    const { viewer } = this,
      memory = rememberView(viewer),
      seen = (): ViewMemory => this.left ?? memory!;
    const end = memory && viewer.on('loaded', () => restoreMotion(viewer, seen()));
    const result = await viewer.load(viewer.sources, { ...(memory && loadAs(memory)), keepCamera: true, read });
    end?.();
    if (result.result === 'loaded' && memory) restoreSelection(viewer, seen());
    return result;
  }

  /** Every load still running comes back as cancelled at once; an engine that does not answer soon is ended. */
  cancel(): void {
    const { client, id, pending } = this.viewer,
      requests = [...pending.keys()];
    for (const request of requests) {
      this.#stopping.add(request);
      client.send({ type: 'cancel', viewer: id, request });
      this.viewer.settle(request, { result: 'cancelled' });
    }
    setTimeout(() => {
      const stuck = requests.filter((request) => this.#stopping.delete(request));
      if (stuck.length > 0) client.restart();
    }, kCancelMs);
  }

  receive(event: OwnEvent): boolean {
    if (!('request' in event) || !this.#stopping.has(event.request)) {
      if (event.type === 'loaded') this.left = rememberView(this.viewer);
      return false;
    }
    if (event.type === 'progress') return true;
    this.#stopping.delete(event.request);
    // The engine finished before the cancellation arrived: a new engine restores the previous document.
    if (event.type === 'loaded') this.viewer.client.restart();
    return event.type === 'loaded';
  }
}

export interface PageViewer extends SteeredViewer {
  readonly loads: Loads;
}

export function pageViewer(client: EngineClient, host: HTMLElement, options: ViewerOptions): PageViewer {
  const viewer = new Viewer(client, host, options);
  const steered = Object.assign(viewer, { rotationOverrides: new RotationOverrides(viewer), clock: new Clock(viewer) });
  const page = Object.assign(steered, { loads: new Loads(steered) });
  viewer.parts.push(page.rotationOverrides, page.clock, page.loads);
  return page;
}
