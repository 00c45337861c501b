// The entry of the page's engine worker, as ../worker.ts is of every other one.

import { decodeWith } from '../documents';
import * as extras from '../extras';
import { listen } from '../listen';
import { carryParts } from '../parts';
import { StageEngine } from './engine';
import { boundedDecoder } from './images';

carryParts({ 'engine-extras': extras });
decodeWith(boundedDecoder);
listen(StageEngine);
