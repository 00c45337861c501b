// What only the whole core can do (write files, tell everything): where another, smaller core shows the models, the whole
// one is loaded when it is first asked for, and opens the same files once more.

import type { CoreModule } from '../core/core';
import { Document } from '../core/document';
import { VitrineError } from '../core/errors';
import { loadCore } from '../core/load';
import { isImageName } from '../core/names';
import type { CoreAddress, SourceFile } from './messages';
import { plainData, sizeOf } from './packed';
import type { ViewerSession } from './session';

export class FullCore {
  private started: Promise<CoreModule> | undefined;

  constructor(
    private readonly shown: CoreModule,
    private readonly address: CoreAddress | undefined,
  ) {}

  private async core(): Promise<CoreModule> {
    if (!this.address) {
      if (!('World' in this.shown))
        throw new VitrineError('CORE_PARTIAL', 'Only the core for viewing is here; the whole one is not beside it.');
      return this.shown;
    }
    this.started ??= loadCore(this.address);
    return this.started.catch((error: unknown) => {
      // The next try may find it.
      this.started = undefined;
      throw error;
    });
  }

  /** Throws NOTHING_TO_SHOW while the viewer shows nothing, and what loading the core throws. */
  async with<Answer>(
    session: ViewerSession,
    ask: (document: Document) => Answer,
    /** Asked about instead of what is shown. */
    files?: readonly SourceFile[],
  ): Promise<Answer> {
    if (!session.loaded && !files) throw new VitrineError('NOTHING_TO_SHOW', 'Nothing is open.');
    const shown = files ? undefined : session.loaded?.document,
      sources = files ?? session.loaded?.sources ?? [],
      read = session.loaded?.read ?? {};
    const core = await this.core();
    if (core === this.shown && shown) return ask(shown);
    const whole = new Document(core, read);
    try {
      const models = sources.filter(({ name }) => !isImageName(name)),
        images = sources.filter(({ name }) => isImageName(name));
      const files = await Promise.all(
        models.map(async (source) => ({ name: source.name, bytes: await bytesOf(source) })),
      );
      whole.load(
        files,
        images.map(({ name, data }) => ({ name, bytes: sizeOf(data) })),
      );
      return ask(whole);
    } finally {
      whole.dispose();
    }
  }
}

async function bytesOf(source: SourceFile): Promise<Uint8Array> {
  const data = await plainData(source.name, source.data);
  return new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);
}
