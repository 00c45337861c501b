// Places of things, and files put right: asked of the whole core, of the shown document or of files that did not open.

import type { FaultAsk, FaultAnswer } from '../protocol/questions';
import { fixesOf, patchOf, placeAt, placesOf } from '../core/whole';
import type { Cores } from './cores';
import type { ViewerSession } from './session';

export async function askFaults(cores: Cores, session: ViewerSession, ask: FaultAsk): Promise<FaultAnswer> {
  const files = 'files' in ask ? ask.files : undefined;
  return cores.ask(
    session,
    (document) => {
      switch (ask.what) {
        case 'places':
          return { places: placesOf(document, ask.thing) };
        case 'at': {
          const at = placeAt(document, ask.file, ask.offset);
          return at ? { at } : {};
        }
        case 'fixes':
          return { fixes: fixesOf(document) };
        case 'patch': {
          const patch = patchOf(document, ask.file, ask.codes);
          return patch ? { patch } : {};
        }
      }
    },
    files,
  );
}
