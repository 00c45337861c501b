// The one table of subcommands.

import type { Command } from '../command';
import { check } from './check';
import { compare } from './compare';
import { convert } from './convert';
import { curves } from './curves';
import { figure } from './figure';
import { inspect } from './inspect';
import { pose } from './pose';
import { render } from './render';
import { skin } from './skin';
import { sound } from './sound';
import { world } from './world';

export const commands: readonly Command[] = [
  inspect,
  pose,
  check,
  curves,
  compare,
  convert,
  render,
  figure,
  skin,
  world,
  sound,
];
