// Handlers that every engine has.

import { VitrineError } from '../base/errors';
import type { ExportOutcome, ViewQuestions } from '../protocol/questions';
import { describe } from './documents';
import type { Handlers, Host } from './feature';
import { fetchPart, type Scripts } from './lazyScripts';
import type { Look } from './hooks';
import type { Session } from './session';
import type { GlCanvas } from './surface';

/** Answers with a function of the extras. */
const looking =
  <Name extends 'pickAt' | 'notePlaces'>(name: Name) =>
  async (session: Session, given: Parameters<Scripts['engine-extras'][Name]>[2]) => {
    const { [name]: look } = await fetchPart('engine-extras');
    return session.look(look as Look<typeof given, ReturnType<typeof look>>, given);
  };

/** `settle` answers once no frame of the session is pending. */
export function viewAnswers(
  host: Host,
  settle: (session: Session) => void,
): Pick<Required<Handlers>, keyof ViewQuestions> {
  return {
    pick: looking('pickAt'),
    points: looking('notePlaces'),

    async export(session, { kind, options }, handOver): Promise<ExportOutcome> {
      try {
        const { exported } = await fetchPart('export-images'),
          file = await exported(host.cores, session, kind, options);
        handOver(file.bytes.buffer as ArrayBuffer);
        return { file };
      } catch (error) {
        const issue = error instanceof VitrineError ? error.issues[0] : undefined;
        return { error: issue ?? { ...describe(error), severity: 0, source: '' } };
      }
    },

    inspect: (session) => host.cores.ask(session, (document) => document.report()),

    settle: (session, { rough }) =>
      new Promise((done) => {
        session.settling.push({ rough, done });
        settle(session);
      }),

    async capture(session, { mime }) {
      // A picture is one with its images.
      await session.loaded?.complete.catch(() => undefined);
      const { renderer } = host;
      if (!renderer) return undefined;
      const { canvas, gl } = host.draws();
      if (gl.isContextLost()) return undefined;
      renderer.draw(session.picture());
      // A canvas without a size has no picture: that throws.
      return pictureOf(canvas, mime);
    },
  };
}

async function pictureOf(canvas: GlCanvas, mime: string): Promise<Blob | undefined> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type: mime });
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), mime));
}
