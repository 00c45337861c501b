// The entry of the page's engine worker, as ../worker.ts is of every other one.

import * as extras from '../extras';
import { listen } from '../listen';
import { carryParts } from '../parts';
import { StageEngine } from './engine';

export { StageEngine as Engine };

carryParts({ 'engine-extras': extras });
listen(StageEngine);
