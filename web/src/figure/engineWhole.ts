// The same engine for files that only the full core opens, with that core's glue in it.

import factory from 'vitrine:glue';

import { bundleGlue } from '../core/load';
import './engine';

bundleGlue(factory);
