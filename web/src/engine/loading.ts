// Loads of a viewer: from its files to a shown document, or to an error.

import { kAllActions, kBindPose } from '../core/document';
import type { ReportAction } from '../core/report';
import { mergeFiles, type SourceFile } from '../protocol/files';
import type { Command, LoadPhase } from '../protocol/messages';
import { addFiles, describe, LoadCancelled, loadDocument, type LoadHooks, LoadRefused } from './documents';
import type { Host } from './feature';
import type { LoadedDocument } from './loaded';
import type { Session } from './session';

export interface Loader extends Host {
  /** False where there is no core; then the page has the error. */
  started(): Promise<boolean>;
  /** False where there is no context; then the page has the error. */
  canDraw(): boolean;
  startAction(actions: readonly ReportAction[]): number;
  /** Draws what needs a frame without waiting for one to begin, unless one has been asked for. */
  drawNow(): void;
  /** The shown document out of another core. */
  reopen(session: Session, loaded: LoadedDocument): Promise<void>;
  /** Answers once no frame of the session is pending. */
  settle(session: Session): void;
}

/** Images that come within a few frames are waited for: clay would only flash. */
const kPatienceMs = 100;

type Load = Command & { type: 'load' };

/** Files that the page sends later, list after list. */
const filesLater = (session: Session, { request, later = 0 }: Load): Promise<readonly SourceFile[]>[] =>
  Array.from({ length: later }, () => new Promise((resolve) => session.asked.push({ request, resolve })));

export async function load(
  engine: Loader,
  session: Session,
  command: Load,
  coming = filesLater(session, command),
): Promise<void> {
  const { request, files, add, action, play, read, imageFolder } = command,
    [images, rest] = coming,
    viewer = session.id,
    { cores, post } = engine;
  let opened: LoadedDocument | undefined;
  /** It shows, and what is still missing of it comes for as long as it does. */
  let shows = false;
  // A newer load of the same viewer replaces an older one that still runs.
  session.newest = Math.max(session.newest, request);
  const hooks = {
    cancelled: () =>
      session.disposed ||
      (shows ? session.request !== request : session.cancelled >= request || session.newest > request),
    progress: throttle((phase, file, loaded, total) => {
      if (session.newest === request) post({ type: 'progress', viewer, request, phase, file, loaded, total });
    }),
    renewed: (document) => {
      if (session.loaded?.document === document) session.renew();
    },
  } satisfies LoadHooks;
  if (!(await engine.started())) return;
  try {
    const sources = add && session.loaded ? mergeFiles(session.loaded.sources, files) : files;
    const fresh = new Set(files.map(({ name }) => name));
    const loaded = (opened = await loadDocument(cores, sources, fresh, hooks, read, {
      folder: imageFolder,
      coming: images,
    }));
    // In an element the first document is made ready before all is there, and a later one takes the place of what shows
    // when it is whole.
    const early =
      session.firstFrame !== undefined ? !session.loaded : command.early === true && !(await soon(loaded.complete));
    if (!early) {
      await loaded.complete;
      await addFiles(loaded, (await rest) ?? [], hooks);
    }
    if (hooks.cancelled()) {
      loaded.document.dispose();
      throw new LoadCancelled();
    }
    if (!engine.canDraw()) return;
    const before = add ? session.actionName : undefined;
    engine.owned(session, () => session.show(loaded, engine.draws().gl));
    if (early) session.documentState = 'lacksImages';
    session.request = request;
    shows = true;
    const { report, document, parseMs } = loaded;
    const wanted = document.findAction(action ?? before ?? '');
    const first = report.info.together ? kAllActions : engine.startAction(report.info.actions);
    session.selectAction(wanted !== kBindPose ? wanted : action === undefined ? first : kBindPose);
    if (play) session.playback.play();
    const { framing, playback } = session;
    post({ type: 'loaded', viewer, request, report, framing, playback: playback.state, parseMs });
    engine.requestFrame();
    if (early) await complete(engine, session, loaded, hooks, rest);
  } catch (error) {
    if (opened && cores.leaveView(opened.document.core, error)) return load(engine, session, command, coming);
    if (error instanceof LoadCancelled) post({ type: 'cancelled', viewer, request });
    else {
      const report = error instanceof LoadRefused && error.report;
      post({ type: 'refused', viewer, request, ...describe(error), ...(report && { report }) });
    }
  }
}

/** False where it takes longer than a few frames. */
const soon = (complete: Promise<void>): Promise<boolean> =>
  Promise.race([
    complete.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), kPatienceMs)),
  ]);

/** The images of a document that is ready without them, and what else comes. */
async function complete(
  engine: Loader,
  session: Session,
  loaded: LoadedDocument,
  hooks: LoadHooks,
  rest: Promise<readonly SourceFile[]> | undefined,
): Promise<void> {
  const isShown = (): boolean => session.loaded === loaded,
    { request } = session;
  try {
    await loaded.complete;
    if (!isShown()) return;
    if (session.documentState === 'lacksImages') {
      session.documentState = 'lacksFiles';
      engine.owned(session, () => session.complete());
      engine.drawNow();
    }
    await addFiles(loaded, (await rest) ?? [], hooks);
  } catch (error) {
    if (error instanceof LoadCancelled || !isShown()) return;
    // Another core opens it, with what has come.
    if (!engine.cores.leaveView(loaded.document.core, error)) await engine.reopen(session, loaded);
  } finally {
    if (session.request === request && session.documentState !== 'broken') session.documentState = 'complete';
    engine.requestFrame();
  }
  if (!session.loaded || session.request !== request) return;
  engine.post({ type: 'completed', viewer: session.id, report: session.loaded.report });
  engine.settle(session);
}

type Progress = (phase: LoadPhase, file: string, loaded: number, total: number) => void;

/** At most about twenty a second, but every change of phase. */
function throttle(post: Progress): Progress {
  let last = -Infinity,
    lastPhase = '';
  return (phase, file, loaded, total) => {
    const now = performance.now();
    if (phase === lastPhase && now - last < 50) return;
    [last, lastPhase] = [now, phase];
    post(phase, file, loaded, total);
  };
}
