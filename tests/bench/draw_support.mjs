// What the engines that draw models have in common: the size of the picture, a screen without a monitor, frames of an IQM.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

export const kWidth = 640,
  kHeight = 480;
export const screen = '/usr/bin/xvfb-run';

const kPatienceS = 120;

/** Runs a game until it ends by itself; its words, or an error after two minutes. */
export function runOnScreen(program, args, folder) {
  const { stdout, stderr, error, status } = spawnSync(
    screen,
    // The screen ends with what it shows, not the other way round.
    ['-a', '-s', '-screen 0 800x600x24', 'timeout', '-s', 'KILL', kPatienceS, program, ...args].map(String),
    { cwd: folder, encoding: 'utf8' },
  );
  if (error) throw error;
  if (status === 128 + 9) throw new Error(`it had not ended after ${kPatienceS} s`);
  return `${stdout}${stderr}`.trim();
}

/** First frame of the first action of an IQM (version 2), and how many frames the file has. */
export function iqmFrames(bytes) {
  const word = (i) => bytes.readUInt32LE(16 + 4 * i);
  const [numAnims, ofsAnims, numFrames] = [word(17), word(18), word(19)];
  return { first: numAnims > 0 ? bytes.readUInt32LE(ofsAnims + 4) : 0, frames: numFrames };
}

/** Which of all frames of a file its first action begins with: engines count through an IQM. */
export const firstFrame = (path) => (extname(path).toLowerCase() === '.iqm' ? iqmFrames(readFileSync(path)).first : 0);

/** Middle and half diagonal of the box around posed meshes. */
export function ballOf(meshes) {
  const low = [Infinity, Infinity, Infinity],
    high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes)
    positions.forEach((value, i) => {
      low[i % 3] = Math.min(low[i % 3], value);
      high[i % 3] = Math.max(high[i % 3], value);
    });
  return {
    middle: low.map((value, axis) => (value + high[axis]) / 2),
    radius: Math.hypot(...low.map((value, axis) => (high[axis] - value) / 2)),
  };
}
