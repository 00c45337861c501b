// The engine worker's entry. As a script of a page instead (no worker WebGL2 there), it only hands the engine out.

import { Engine } from './engine';
import { listen } from './listen';

listen((...given) => new Engine(...given));
