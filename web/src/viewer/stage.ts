// Requests of the page to its own engine about a viewer: instances, comparison, keys and health.

import type { StageAnswer, StageAsk } from '../protocol/questions';
import type { Viewer } from './viewer';

export function stageOf(viewer: Viewer, ask: StageAsk): Promise<StageAnswer> {
  return viewer.ask(
    (request) => ({ type: 'stage', viewer: viewer.id, request, ask }),
    (event) => (event.type === 'staged' ? event.answer : {}),
  );
}
