// Where the rooms of the island meet: metres, y up, x to the east. Doorways are across x.

import type { Opening } from './room';

/** Floors: at the water, and at the height of the tower's works. */
export const low = 0.6,
  high = 10.6;
const doorway = (floor: number): Opening => ({ z: [-1.15, 1.15], y: [floor, floor + 2.8] });
export const gateDoor = doorway(low),
  shaftDoor = doorway(low),
  engineDoor = doorway(high),
  bridgeDoor = doorway(high);

/** Shaft of the round rooms. */
export const shaft = { x: 16.4, radius: 4.2, top: 16.4 } as const,
  lamp = { x: 57, radius: 5 } as const;
/** West faces of the walls between rooms, and how thick they are. */
export const walls = {
  gate: [0, 0.4],
  shaft: [12, 12.4],
  engine: [20.4, 21],
  bridge: [32, 32.6],
  lamp: [51.4, 52.2],
} as const;

export const bars = 64,
  beats = 4 * bars,
  beatsPerMinute = 92;
