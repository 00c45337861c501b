// The panes of the workbench, and what works beside them. The pane of the text is a script of its own.

import type { Bench, PaneMaker } from './bench';

export { inspectorPane } from './inspector/index';
export { gizmo } from './gizmo/index';
export { keep } from './keep/index';
export { levels } from './level/index';
export { curvesPane, keyHere, timelinePane } from './time/index';

/** Fetched with the first look at the text. */
export async function textPane(bench: Bench): Promise<ReturnType<PaneMaker>> {
  const url = new URL('./world-text.js', import.meta.url).href,
    { codePane } = (await import(url)) as { codePane: PaneMaker };
  return codePane(bench);
}
