// Loads of a viewer: from its files to a shown document, or to a refusal.

import { kAllActions, kBindPose } from '../core/document';
import type { ReportAction } from '../core/report';
import { mergeFiles } from '../protocol/files';
import type { Command, LoadStage } from '../protocol/messages';
import { describe, LoadCancelled, loadDocument, LoadRefused } from './documents';
import type { Host } from './feature';
import type { LoadedDocument } from './loaded';
import type { Session } from './session';

export interface Loader extends Host {
  /** False where there is no core; then the page has been told. */
  started(): Promise<boolean>;
  /** False where there is no context; then the page has been told. */
  canDraw(): boolean;
  awaitPrograms(): void;
  startAction(actions: readonly ReportAction[]): number;
}

export async function load(engine: Loader, session: Session, command: Command & { type: 'load' }): Promise<void> {
  const { request, files, add, action, play, read, imageFolder } = command,
    viewer = session.id,
    { cores, post } = engine;
  let opened: LoadedDocument | undefined;
  // A newer load of the same viewer replaces an older one that still runs.
  session.newest = Math.max(session.newest, request);
  const hooks = {
    cancelled: () => session.cancelled >= request || session.newest > request || session.disposed,
    progress: throttle((stage, file, loaded, total) =>
      post({ type: 'progress', viewer, request, stage, file, loaded, total }),
    ),
    waiting: () => {
      // What has come meanwhile is decoded first, on other threads.
      if (engine.canDraw()) setTimeout(() => engine.awaitPrograms());
    },
  };
  if (!(await engine.started())) return;
  try {
    const sources = add && session.loaded ? mergeFiles(session.loaded.sources, files) : files;
    const fresh = new Set(files.map(({ name }) => name));
    const loaded = (opened = await loadDocument(cores, sources, fresh, hooks, read, imageFolder));
    if (hooks.cancelled()) {
      loaded.document.dispose();
      throw new LoadCancelled();
    }
    if (!engine.canDraw()) return;
    const before = add ? session.actionName : undefined;
    engine.owned(session, () => session.show(loaded, engine.draws().gl));
    const { report, document, parseMs } = loaded;
    const wanted = document.findAction(action ?? before ?? '');
    const first = report.info.together ? kAllActions : engine.startAction(report.info.actions);
    session.selectAction(wanted !== kBindPose ? wanted : action === undefined ? first : kBindPose);
    if (play) session.playback.play();
    const { framing, playback } = session;
    post({ type: 'loaded', viewer, request, report, framing, playback: playback.state, parseMs });
    engine.requestFrame();
  } catch (error) {
    if (opened && cores.leaveView(opened.document.core, error)) return load(engine, session, command);
    if (error instanceof LoadCancelled) post({ type: 'cancelled', viewer, request });
    else {
      const report = error instanceof LoadRefused && error.report;
      post({ type: 'refused', viewer, request, ...describe(error), ...(report && { report }) });
    }
  }
}

type Progress = (stage: LoadStage, file: string, loaded: number, total: number) => void;

/** At most about twenty a second, but every change of stage. */
function throttle(post: Progress): Progress {
  let last = -Infinity,
    lastStage = '';
  return (stage, file, loaded, total) => {
    const now = performance.now();
    if (stage === lastStage && now - last < 50) return;
    [last, lastStage] = [now, stage];
    post(stage, file, loaded, total);
  };
}
