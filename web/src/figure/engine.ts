// The engine of a page that stands alone: no module, because pages on a disk start none.

import * as exportImages from '../engine/exportImages';
import * as extras from '../engine/extras';
import { carryParts } from '../engine/lazyScripts';
import '../engine/worker';

carryParts({ 'engine-extras': extras, 'export-images': exportImages });
