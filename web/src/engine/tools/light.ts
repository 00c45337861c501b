// Environments: other lights than the plain studio, turned around the vertical and made brighter or darker.

import type { Environment, LightSettings } from '../../protocol/tools';
import { kStudioColors } from '../../protocol/view';
import type { ToolEffects } from '../renderModel';

/** Linear colours of key, fill, rim, floor and sky. */
const kColors: Record<Environment, readonly number[]> = {
  studio: kStudioColors,
  // A high sun under a blue sky over grass.
  outdoor: [1.7, 1.56, 1.28, 0.1, 0.14, 0.2, 0.2, 0.25, 0.34, 0.14, 0.17, 0.09, 0.36, 0.5, 0.74],
  // One torch, and what it leaves of the room.
  torch: [2.1, 1.36, 0.66, 0.02, 0.014, 0.01, 0.05, 0.035, 0.025, 0.02, 0.014, 0.01, 0.035, 0.026, 0.022],
  // Moonlight from behind.
  dark: [0.14, 0.17, 0.24, 0.03, 0.035, 0.06, 0.62, 0.72, 0.95, 0.02, 0.022, 0.03, 0.05, 0.06, 0.09],
};

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** `studio` holds the directions of the plain studio: three unit vectors in world space. */
export function lightOf(
  { environment, own, exposure, rotation }: LightSettings,
  studio: Float32Array,
): NonNullable<ToolEffects['light']> {
  const c = Math.cos(radians(rotation)),
    s = Math.sin(radians(rotation)),
    directions = new Float32Array(9),
    colors = new Float32Array(20);
  for (let i = 0; i < 9; i += 3) {
    const [x = 0, y = 0, z = 0] = own?.directions.slice(i, i + 3) ?? studio.subarray(i, i + 3);
    directions.set([c * x + s * z, y, c * z - s * x], i);
  }
  for (let i = 0; i < 5; ++i) colors.set((own?.colors ?? kColors[environment]).slice(i * 3, i * 3 + 3), i * 4);
  return { directions, colors, exposure: 2 ** exposure };
}
