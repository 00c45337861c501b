// The entry of the engine that shows worlds in the element.

import { listen } from '../listen';
import { WorldElementEngine } from './element';

listen((...given) => WorldElementEngine.start(...given));
