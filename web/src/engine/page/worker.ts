// The entry of the application's engine worker: the engine with all features of the panels.

import type { FormatInfo } from '../../core/report';
import { startAction } from '../../core/startAction';
import { decodeWith } from '../documents';
import { Engine } from '../engine';
import * as extras from '../extras/index';
import * as frames from '../frames/index';
import type { Feature, Host } from '../feature';
import { listen } from '../listen';
import { carryParts } from '../lazyScripts';
import { company } from './company';
import { boundedDecoder } from './images';
import { inspection } from './inspection';
import { measures } from './measures';
import { tools } from './tools';
import { rotationOverrides } from './rotationOverrides';

/** Facts about the engine for the application, and the action to begin with. */
const about = (host: Host): Feature => ({
  startAction,
  async facts() {
    const core = await host.cores.whole();
    return {
      version: core.version(),
      formats: JSON.parse(core.formats()) as FormatInfo[],
      renderer: host.draws().name,
    };
  },
});

carryParts({ 'engine-extras': extras, 'engine-frames': frames });
decodeWith(boundedDecoder);
listen((...given) => new Engine(...given, [about, rotationOverrides, tools, measures, company, inspection]));
