// The harmony: 64 bars from D minor through a falling bass and a bridge to D major, and back by way of A.

/** A bar, or half of one: bass, and four voices above it. */
export interface Chord {
  bass: number;
  voices: readonly [number, number, number, number];
  /** In quarters. */
  beats: number;
}

const chord = (bass: number, a: number, b: number, c: number, d: number, beats = 4): Chord => ({
  bass,
  voices: [a, b, c, d],
  beats,
});

/** Dm9, B flat major 9, F add 9 over A, C: four bars that wait. */
const waiting = [
  chord(38, 53, 57, 60, 64),
  chord(34, 53, 57, 60, 62),
  chord(33, 53, 57, 60, 67),
  chord(36, 52, 55, 60, 62),
];
const answer = [
  chord(38, 53, 57, 60, 64),
  chord(34, 53, 57, 60, 62),
  chord(31, 53, 58, 62, 69),
  chord(33, 52, 57, 62, 64, 2),
  chord(33, 52, 57, 61, 64, 2),
];
/** The bass goes down the scale from D to E. */
const falling = [
  chord(38, 57, 62, 65, 69),
  chord(36, 57, 60, 64, 67),
  chord(34, 57, 62, 65, 69),
  chord(33, 57, 60, 65, 67),
  chord(31, 58, 62, 65, 67),
  chord(29, 57, 62, 65, 69),
  chord(28, 58, 62, 64, 67),
  chord(33, 57, 62, 64, 67, 2),
  chord(33, 57, 61, 64, 67, 2),
];
const theme = [
  chord(34, 58, 62, 65, 69),
  chord(36, 60, 62, 64, 67),
  chord(38, 57, 62, 65, 72),
  chord(33, 57, 60, 65, 72),
  chord(34, 58, 62, 65, 69),
  chord(36, 55, 60, 64, 72),
  chord(33, 57, 60, 64, 67),
  chord(38, 57, 62, 65, 69),
];
const bridge = [
  chord(31, 58, 62, 65, 69),
  chord(29, 57, 62, 65, 69),
  chord(27, 55, 58, 62, 67),
  chord(26, 53, 58, 62, 65),
  chord(31, 58, 62, 65, 69),
  chord(36, 58, 62, 65, 67),
  chord(33, 57, 62, 64, 69),
  chord(33, 57, 61, 64, 69),
];
/** The lamp: D major, which a G minor darkens again. */
const lamp = [
  chord(38, 57, 62, 64, 66),
  chord(37, 57, 61, 64, 69),
  chord(35, 57, 59, 62, 66),
  chord(33, 57, 61, 66, 69),
  chord(31, 55, 59, 62, 66),
  chord(30, 57, 62, 66, 69),
  chord(28, 55, 59, 62, 64, 2),
  chord(31, 55, 58, 62, 64, 2),
  chord(33, 57, 62, 64, 67, 2),
  chord(33, 57, 61, 64, 67, 2),
];

/** The theme again, over a bass that climbs. */
const climbing = [
  chord(34, 58, 62, 65, 69),
  chord(36, 60, 62, 64, 67),
  chord(38, 57, 62, 65, 72),
  chord(41, 57, 60, 65, 72),
  chord(43, 58, 62, 65, 70),
  chord(40, 55, 60, 64, 72),
  chord(38, 57, 62, 65, 69),
  chord(33, 57, 62, 64, 69, 2),
  chord(33, 57, 61, 64, 69, 2),
];

/** Eight bars each. */
export const parts = [
  [...waiting, ...answer],
  [...waiting, ...answer],
  falling,
  theme,
  climbing,
  bridge,
  lamp,
  lamp,
] as const;

/** Key, sixteenth of the bar, and how many of them; null rests. */
type Melody = readonly (readonly (readonly [key: number, at: number, length: number])[])[];

/** Bars 17 to 24. */
export const call: Melody = [
  [[77, 0, 6], [76, 6, 2], [74, 8, 8]],
  [[72, 4, 4], [76, 8, 8]],
  [[74, 0, 6], [77, 6, 2], [81, 8, 8]],
  [[79, 0, 6], [77, 6, 2], [72, 8, 8]],
  [[74, 0, 4], [77, 4, 4], [79, 8, 8]],
  [[81, 0, 6], [77, 6, 2], [74, 8, 8]],
  [[76, 0, 6], [79, 6, 2], [82, 8, 8]],
  [[81, 0, 8], [79, 8, 4], [76, 12, 4]],
]; // prettier-ignore
/** Bars 25 to 32. */
export const song: Melody = [
  [[74, 0, 4], [77, 4, 4], [81, 8, 6], [82, 14, 2]],
  [[79, 0, 8], [76, 8, 4], [79, 12, 4]],
  [[77, 0, 6], [76, 6, 2], [74, 8, 8]],
  [[72, 0, 4], [77, 4, 4], [81, 8, 8]],
  [[82, 0, 6], [81, 6, 2], [77, 8, 4], [74, 12, 4]],
  [[76, 0, 6], [77, 6, 2], [79, 8, 8]],
  [[84, 0, 6], [81, 6, 2], [79, 8, 4], [76, 12, 4]],
  [[77, 0, 4], [76, 4, 4], [74, 8, 8]],
]; // prettier-ignore
/** Bars 33 to 40. */
export const answerSong: Melody = [
  [[81, 0, 4], [82, 4, 2], [81, 6, 2], [77, 8, 8]],
  [[79, 0, 6], [81, 6, 2], [84, 8, 8]],
  [[86, 0, 6], [84, 6, 2], [81, 8, 8]],
  [[77, 0, 4], [81, 4, 4], [84, 8, 6], [82, 14, 2]],
  [[82, 0, 6], [79, 6, 2], [74, 8, 4], [77, 12, 4]],
  [[76, 0, 4], [79, 4, 4], [84, 8, 8]],
  [[81, 0, 6], [79, 6, 2], [77, 8, 4], [74, 12, 4]],
  [[76, 0, 8], [73, 8, 8]],
]; // prettier-ignore
/** Bars 41 to 48, far off. */
export const echo: Melody = [
  [[86, 0, 8], [81, 8, 8]],
  [[77, 0, 8], [81, 8, 8]],
  [[82, 0, 8], [79, 8, 8]],
  [[77, 0, 8], [74, 8, 8]],
  [[74, 0, 4], [77, 4, 4], [82, 8, 8]],
  [[79, 0, 8], [77, 8, 8]],
  [[81, 0, 8], [76, 8, 8]],
  [[76, 0, 8], [73, 8, 8]],
]; // prettier-ignore
/** Bars 49 to 56, and once more, softer. */
export const light: Melody = [
  [[78, 0, 4], [81, 4, 4], [86, 8, 8]],
  [[85, 0, 6], [83, 6, 2], [81, 8, 8]],
  [[83, 0, 4], [81, 4, 4], [78, 8, 8]],
  [[81, 0, 6], [78, 6, 2], [73, 8, 8]],
  [[74, 0, 4], [78, 4, 4], [83, 8, 8]],
  [[81, 0, 8], [78, 8, 4], [74, 12, 4]],
  [[76, 0, 4], [79, 4, 4], [82, 8, 6], [81, 14, 2]],
  [[81, 0, 4], [79, 4, 4], [76, 8, 8]],
]; // prettier-ignore
