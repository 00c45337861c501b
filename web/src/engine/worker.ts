// The engine worker's entry. Imported from a page instead (no worker WebGL2 there), it only hands out the engine.

import { Engine } from './engine';
import { listen } from './listen';

export { Engine };

listen(Engine);
