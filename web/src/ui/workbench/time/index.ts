// The panes of time: Timeline and Curves.

import type { PaneMaker } from '../bench';
import { Curves } from './curves';
import { Timeline } from './timeline';

export { keyHere } from './key';

export const timelinePane: PaneMaker = (bench) => new Timeline(bench);
export const curvesPane: PaneMaker = (bench) => new Curves(bench);
