// The engine of worlds for a page that stands alone, with the core's glue in it.

import factory from 'vitrine:glue';

import { bundleGlue } from '../core/load';
import '../engine/world/elementWorker';

bundleGlue(factory);
