// Outlines of models: of a picture that an engine drew, and of triangles as a camera sees them that looks along -x.

/** Rows from the top, a byte per pixel: 1 where an uncompressed TGA differs from `color` by more than `tolerance`. */
export function maskOfTga(bytes, color, tolerance = 40) {
  const width = bytes.readUInt16LE(12),
    height = bytes.readUInt16LE(14),
    size = bytes[16] / 8,
    fromTop = (bytes[17] & 0x20) !== 0;
  if (bytes[2] !== 2 || size < 3) throw new Error(`not a true colour TGA without compression: type ${bytes[2]}`);
  const mask = new Uint8Array(width * height),
    start = 18 + bytes[0];
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const at = start + ((fromTop ? y : height - 1 - y) * width + x) * size;
      // Blue first.
      mask[y * width + x] = color.some((value, k) => Math.abs(bytes[at + 2 - k] - value) > tolerance) ? 1 : 0;
    }
  return { width, height, mask };
}

/** `meshes`: positions (flat) with triangles, of which those are drawn that run clockwise; `fov` in degrees, across. */
export function maskOfMeshes(meshes, { camera, fov, width, height }) {
  const mask = new Uint8Array(width * height),
    focal = width / 2 / Math.tan((fov * Math.PI) / 360);
  for (const { positions, indices } of meshes) {
    const points = [];
    for (let i = 0; i < positions.length; i += 3) {
      const away = camera[0] - positions[i];
      points.push([
        width / 2 + (focal * (positions[i + 1] - camera[1])) / away,
        height / 2 - (focal * (positions[i + 2] - camera[2])) / away,
      ]);
    }
    for (let t = 0; t + 2 < indices.length; t += 3) fill(mask, width, height, points, indices.slice(t, t + 3));
  }
  return { width, height, mask };
}

/** A triangle, by the middles of pixels. */
function fill(mask, width, height, points, corners) {
  const [a, b, c] = corners.map((i) => points[i]);
  const range = (k, most) => [
    Math.max(0, Math.floor(Math.min(a[k], b[k], c[k]) - 0.5)),
    Math.min(most - 1, Math.ceil(Math.max(a[k], b[k], c[k]) - 0.5)),
  ];
  const [left, right] = range(0, width),
    [top, bottom] = range(1, height);
  const edge = (p, q, x, y) => (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  for (let row = top; row <= bottom; ++row)
    for (let column = left; column <= right; ++column) {
      const x = column + 0.5,
        y = row + 0.5,
        sides = [edge(a, b, x, y), edge(b, c, x, y), edge(c, a, x, y)];
      // Rows count downwards.
      if (sides.every((side) => side >= 0)) mask[row * width + column] = 1;
    }
}

export const mirrored = ({ width, height, mask }) => {
  const out = new Uint8Array(mask.length);
  for (let y = 0; y < height; ++y) for (let x = 0; x < width; ++x) out[y * width + x] = mask[y * width + width - 1 - x];
  return { width, height, mask: out };
};

export const pixelsOf = ({ mask }) => mask.reduce((sum, value) => sum + value, 0);

/** Pixels in both as a share of those in either. */
export function overlap(one, other) {
  let both = 0,
    either = 0;
  for (let i = 0; i < one.mask.length; ++i) {
    both += one.mask[i] & other.mask[i];
    either += one.mask[i] | other.mask[i];
  }
  return either === 0 ? 0 : both / either;
}
