// The entry of the engine that shows worlds in the element. The worker of the application draws with it as well.

import { VitrineError } from '../../base/errors';
import { listen } from '../listen';
import { WorldElementEngine } from './element';
import { WorldEngine } from './engine';
import { WorldFiles } from './files';
import { readSwitch } from './plan';
import { WorldPlayer } from './player';

export { readSwitch, VitrineError, WorldEngine, WorldFiles, WorldPlayer };

listen((...given) => WorldElementEngine.start(...given));
