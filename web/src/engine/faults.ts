// Places of things, and files put right: asked of the whole core, of the shown document or of files that did not open.

import type { FilePlace, Fix, Patch, PlaceAnswer, Thing } from '../core/faults';
import { fixesOf, patchOf, placeAt, placesOf } from '../core/whole';
import type { Cores } from './cores';
import type { SourceFile } from './messages';
import type { ViewerSession } from './session';

/** `files` are those of a drop that was refused; without them the shown document is meant. */
export type FaultAsk =
  | { what: 'places'; thing: Thing }
  | { what: 'at'; file: string; offset: number }
  | { what: 'fixes'; files?: SourceFile[] }
  | { what: 'patch'; file: string; codes: string[]; files?: SourceFile[] };

export interface FaultAnswer {
  places?: FilePlace[];
  at?: PlaceAnswer;
  fixes?: Fix[];
  patch?: Patch;
}

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
