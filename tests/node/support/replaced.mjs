// Models of Quake and Quake II with nothing but their numbers.

/** An MDL of `frames` single frames, by number or by their names, and `skins` skins of one pixel. */
export function mdl(given, skins) {
  const names = Array.isArray(given) ? given : [],
    frames = Array.isArray(given) ? given.length : given;
  const bytes = Buffer.alloc(84 + skins * 5 + 3 * 12 + 16 + frames * (4 + 8 + 16 + 12));
  bytes.write('IDPO', 0, 'latin1');
  for (const [at, value] of [
    [4, 6],
    [48, skins],
    [52, 1],
    [56, 1],
    [60, 3],
    [64, 1],
    [68, frames],
  ])
    bytes.writeInt32LE(value, at);
  for (const [i, name] of names.entries())
    bytes.write(name, 84 + skins * 5 + 3 * 12 + 16 + i * (4 + 8 + 16 + 12) + 12, 'latin1');
  return bytes;
}

/** An MD2 of `frames` frames and the skins of these paths. */
export function md2(frames, skins) {
  const bytes = Buffer.alloc(68 + skins.length * 64 + frames * 40);
  bytes.write('IDP2', 0, 'latin1');
  const head = [
    [4, 8],
    [16, 40],
    [20, skins.length],
    [40, frames],
    [44, 68],
    [56, 68 + skins.length * 64],
  ];
  for (const [at, value] of head) bytes.writeInt32LE(value, at);
  for (const [i, skin] of skins.entries()) bytes.write(skin, 68 + i * 64, 'latin1');
  return bytes;
}
