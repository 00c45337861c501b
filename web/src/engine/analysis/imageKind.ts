/** Short description of an image file by its first bytes (128 are enough); empty if they contain none. */
export function imageKind(bytes: Uint8Array, name: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const letters = (at: number, count: number): string => String.fromCharCode(...bytes.subarray(at, at + count));
  if (bytes.length >= 26 && letters(1, 3) === 'PNG') {
    const colours = { 0: 'grey', 2: 'RGB', 3: 'palette', 4: 'grey and alpha', 6: 'RGBA' }[bytes[25]!];
    return ['PNG', `${bytes[24]} bit`, colours].filter(Boolean).join(', ');
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'JPEG';
  if (letters(0, 3) === 'GIF') return 'GIF';
  if (letters(0, 2) === 'BM') return 'BMP';
  if (letters(0, 4) === 'RIFF' && letters(8, 4) === 'WEBP') return 'WebP';
  if (bytes.length >= 128 && letters(0, 4) === 'DDS ') {
    const flags = view.getUint32(80, true),
      levels = view.getUint32(28, true);
    const code = flags & 4 ? letters(84, 4) : `${view.getUint32(88, true)} bit`;
    const block = { DXT1: 'BC1', DXT3: 'BC2', DXT5: 'BC3', ATI2: 'BC5', BC5U: 'BC5' }[code];
    return ['DDS', block && block !== code ? `${code} (${block})` : code, levels > 1 && `${levels} levels`]
      .filter(Boolean)
      .join(', ');
  }
  if (bytes.length >= 18 && /\.tga$/i.test(name)) {
    const type = bytes[2]! & 7,
      kind = { 1: 'palette', 2: 'colour', 3: 'grey' }[type];
    return ['TGA', `${bytes[16]} bit`, kind, bytes[2]! & 8 && 'run-length coded'].filter(Boolean).join(', ');
  }
  return '';
}
