// Names below the cells of a contact sheet, in letters of 5 x 7 pixels: no host's fonts take part.

/** Seven rows a letter, each five bits as one digit of base 32. */
const kLetters: Readonly<Record<string, string>> = {
  A: 'ehhvhhh',
  B: 'uhhuhhu',
  C: 'ehggghe',
  D: 'uhhhhhu',
  E: 'vgguggv',
  F: 'vgguggg',
  G: 'ehgnhhe',
  H: 'hhhvhhh',
  I: 'e44444e',
  J: '72222ic',
  K: 'hikokih',
  L: 'ggggggv',
  M: 'hrllhhh',
  N: 'hhpljhh',
  O: 'ehhhhhe',
  P: 'uhhuggg',
  Q: 'ehhhlid',
  R: 'uhhukih',
  S: 'fgge11u',
  T: 'v444444',
  U: 'hhhhhhe',
  V: 'hhhhha4',
  W: 'hhhllla',
  X: 'hha4ahh',
  Y: 'hha4444',
  Z: 'v1248gv',
  0: 'ehjlphe',
  1: '4c4444e',
  2: 'eh1248v',
  3: 'v2421he',
  4: '26aiv22',
  5: 'vgu11he',
  6: '68guhhe',
  7: 'v124888',
  8: 'ehhehhe',
  9: 'ehhf12c',
  '-': '000v000',
  _: '000000v',
  '.': '00000cc',
  '/': '01248g0',
  ':': '0cc0cc0',
  '(': '2488842',
  ')': '8422248',
  '+': '044v440',
  ' ': '0000000',
  '?': 'eh12404',
};
const kAdvance = 6;
const kHeight = 7;

export const labelHeight = (scale: number): number => (kHeight + 4) * scale;

/** Draws `text` in the middle of a strip of `width` pixels; what does not fit ends with dots. */
export function drawLabel(
  rgba: Uint8Array,
  stride: number,
  at: { x: number; y: number; width: number },
  text: string,
  color: readonly [number, number, number],
  scale: number,
): void {
  const fits = Math.max(1, Math.floor(at.width / (kAdvance * scale)) - 1),
    shown = text.length > fits ? `${text.slice(0, Math.max(0, fits - 2))}..` : text,
    left = at.x + Math.floor((at.width - shown.length * kAdvance * scale) / 2);
  [...shown.toUpperCase()].forEach((letter, i) => {
    const rows = kLetters[letter] ?? kLetters['?']!;
    for (let y = 0; y < kHeight * scale; ++y) {
      const row = parseInt(rows[Math.floor(y / scale)]!, 32);
      for (let x = 0; x < 5 * scale; ++x) {
        if (((row >> (4 - Math.floor(x / scale))) & 1) === 0) continue;
        const pixel = ((at.y + 2 * scale + y) * stride + left + i * kAdvance * scale + x) * 4;
        rgba.set([...color, 255], pixel);
      }
    }
  });
}
