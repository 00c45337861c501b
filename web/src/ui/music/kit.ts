// Functions of the page for the lazy script of songs: those for worlds, and the view of records of binary files.

import type { RecordSource, Structure } from '../structure';
import type { WorldKit } from '../world/kit';

export interface SongKit extends WorldKit {
  structure(source: RecordSource): Structure;
}
