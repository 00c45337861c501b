// What the page lends the script of songs: what worlds get, and the view of records that all binary files have.

import type { RecordSource, Structure } from '../structure';
import type { WorldKit } from '../world/kit';

export interface SongKit extends WorldKit {
  structure(source: RecordSource): Structure;
}
