// Colours of the backdrop in both themes, as the display shows them (sRGB, 0..1).

import { themeOf, type ViewSettings } from '../protocol/view';

type Rgb = readonly [number, number, number];
const rgb = (hex: number): Rgb => [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];

export interface Look {
  floor: Rgb;
  horizon: Rgb;
  wall: Rgb;
  line: Rgb;
  /** Opacity of the grid and of the contact shadow. */
  grid: number;
  shadow: number;
  wire: readonly [number, number, number, number];
}

const looks: Record<ViewSettings['theme'], Look> = {
  dark: {
    floor: rgb(0x1d1f23),
    horizon: rgb(0x363a41),
    wall: rgb(0x1f2226),
    line: rgb(0xa9b4c2),
    grid: 0.22,
    shadow: 0.85,
    wire: [0.9, 0.95, 1, 0.35],
  },
  light: {
    floor: rgb(0xd3d4d3),
    horizon: rgb(0xececea),
    wall: rgb(0xf6f6f4),
    line: rgb(0x5d6672),
    grid: 0.3,
    shadow: 0.62,
    wire: [0.05, 0.1, 0.18, 0.4],
  },
};
export const lookOf = (settings: Pick<ViewSettings, 'theme' | 'tools'>): Look => looks[themeOf(settings)];

/** The default material of a format. */
export const kUnstatedDiffuse = 0.8;
