// The cores of an engine. Where a view core of each format only shows, the full core is loaded when it is first needed: for
// files that no small one opens, for everything that is more than showing, and in the place of one that has broken.

import type { CoreModule } from '../core/core';
import { Document, type InputFile } from '../core/document';
import type { ReadOptions } from '../core/formats';
import { VitrineError } from '../base/errors';
import { loadCore, loadViewCore } from '../core/load';
import { isImageName } from '../core/names';
import { isView, type ViewCore } from '../core/viewCore';
import { type ViewedFormat, viewedFormat } from '../core/viewCores';
import type { EngineCores } from '../protocol/messages';
import { type SourceFile, sizeOf } from '../protocol/files';
import { plainData } from './archiveFile';
import type { LoadedDocument } from './loaded';

/** From here on reading takes so long that the full core's speed is worth fetching it. */
const kViewBytes = 16 * 2 ** 20;

export class Cores {
  readonly #views = new Map<ViewedFormat, Promise<ViewCore>>();
  readonly #broken = new Set<CoreModule>();
  #wholeStarted: Promise<CoreModule> | undefined;
  #whole: CoreModule | undefined;

  /** Called when a view core trapped; its documents are invalid. */
  left: (core: CoreModule) => void = () => undefined;

  constructor(private readonly addresses: EngineCores) {}

  /** Where there is only the full core, until it is there. Throws VitrineError CORE_START. */
  async start(): Promise<void> {
    if (!this.addresses.view) await this.whole();
  }

  /** Throws VitrineError CORE_START, and CORE_PARTIAL where only the small one is there. */
  async whole(): Promise<CoreModule> {
    const { view, whole } = this.addresses;
    if (view && !whole) throw new VitrineError('CORE_PARTIAL', 'The full core is not here.');
    this.#wholeStarted ??= loadCore(whole).then((core) => (this.#whole = core));
    return this.#wholeStarted.catch((error: unknown) => {
      // The next try may find it.
      this.#wholeStarted = undefined;
      throw error;
    });
  }

  /** The view core of the files' format; undefined where they have none, or it does not come, or has broken. */
  async viewFor(files: readonly InputFile[], read: ReadOptions): Promise<ViewCore | undefined> {
    const { view, whole } = this.addresses,
      format = viewedFormat(files.map(({ name }) => name)),
      asked = Object.entries(read).some(
        ([name, value]) => name !== 'animations' && value !== undefined && value !== false,
      ),
      large = files.some(({ bytes }) => bytes.length > kViewBytes);
    if (!view || !format || asked || (large && whole)) return undefined;
    const started = this.#views.get(format) ?? loadViewCore(view, format);
    this.#views.set(format, started);
    try {
      const core = await started;
      return this.#broken.has(core) ? undefined : core;
    } catch {
      // The next try may find it.
      this.#views.delete(format);
      return undefined;
    }
  }

  /**
   * Leaves the view core if `error` is a trap; true then. In a full core that has trapped nothing more is opened: what
   * comes next starts a fresh one.
   */
  leaveView(core: CoreModule, error: unknown): boolean {
    if (core === this.#whole && error instanceof WebAssembly.RuntimeError) this.#whole = this.#wholeStarted = undefined;
    const broke = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (broke) this.leave(core);
    return broke && isView(core);
  }

  /** Nothing in a view core is touched again. */
  leave(core: CoreModule): void {
    if (!isView(core) || this.#broken.has(core)) return;
    core.leave();
    this.#broken.add(core);
    this.left(core);
  }

  /** The full core's report of a viewer's files, or of `files`. Throws NOTHING_TO_SHOW while there are none. */
  async ask<Answer>(
    { loaded }: { readonly loaded: LoadedDocument | undefined },
    question: (document: Document) => Answer,
    files?: readonly SourceFile[],
  ): Promise<Answer> {
    if (!loaded && !files) throw new VitrineError('NOTHING_TO_SHOW', 'Nothing is open.');
    const core = await this.whole();
    if (loaded && !files && loaded.document.core === core) return question(loaded.document);
    const sources = files ?? loaded?.sources ?? [];
    const document = new Document(core, loaded?.read ?? {});
    try {
      const models = sources.filter(({ name }) => !isImageName(name)),
        images = sources.filter(({ name }) => isImageName(name));
      document.load(
        await Promise.all(models.map(async (source) => ({ name: source.name, bytes: await bytesOf(source) }))),
        images.map(({ name, data }) => ({ name, bytes: sizeOf(data) })),
      );
      return question(document);
    } finally {
      document.dispose();
    }
  }
}

async function bytesOf({ name, data }: SourceFile): Promise<Uint8Array> {
  const plain = await plainData(name, data);
  return new Uint8Array(plain instanceof Blob ? await plain.arrayBuffer() : plain);
}
