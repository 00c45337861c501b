// The one table of subcommands.

import type { Command } from '../command';
import { pack } from '../pack/command';
import { check } from './check';
import { compare } from './compare';
import { completion } from './completion';
import { convert } from './convert';
import { copy } from './copy';
import { curves } from './curves';
import { figure } from './figure';
import { inspect } from './inspect';
import { pose } from './pose';
import { render } from './render';
import { skin } from './skin';
import { sound } from './sound';
import { view } from './view';
import { world } from './world';

const working: readonly Command[] = [
  inspect,
  pose,
  check,
  curves,
  compare,
  convert,
  pack,
  render,
  figure,
  view,
  skin,
  world,
  sound,
  copy,
];

export const commands: readonly Command[] = [...working, completion(working)];
