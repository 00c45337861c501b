// The engine of a page that stands alone: the same worker, with the glue of the core in it, and no module, because pages
// on a disk start none.

import factory from 'vitrine:glue';

import { bundleGlue } from '../core/load';
import { Engine } from '../engine/worker';

bundleGlue(factory);

(globalThis as unknown as { VitrineEngine: typeof Engine }).VitrineEngine = Engine;
