// The preview of a model: a coarse surface that the page itself draws in clay while the engine starts, from where the
// engine will show it. By the processor: making a context of the GPU takes longer than the picture.

import { jsonChunk, kHeaderBytes } from '../base/container';
import * as m from '../core/math';
import type { Bounds, Vec3 } from '../core/report';
import { kClay, kStudioColors } from '../protocol/view';
import { framingOf, viewOf, type View } from '../protocol/projection';
import { pixelsOf } from '../viewer/canvas';
import { type Insets, OrbitCamera } from '../viewer/camera';
import { placeCamera } from './camera';
import type { AttributeElement } from './reflect';

const kGoneMs = 250;

interface Surface {
  /** World space, 3 numbers a vertex. */
  positions: Float32Array;
  normals: Int8Array;
  indices: Uint16Array | Uint32Array;
  /** Framing of the view. */
  bounds: Bounds;
}

/** Shows the preview that `element` names behind `stage`, until there is a picture in it or a fault. */
export async function showPreview(element: AttributeElement, stage: HTMLElement, insets: Insets): Promise<void> {
  await show(element, stage, insets).catch((cause: unknown) =>
    console.warn(`vitrine: no preview: ${element.preview}:`, cause),
  );
}

async function show(element: AttributeElement, stage: HTMLElement, insets: Insets): Promise<void> {
  const response = await fetch(new URL(element.preview, document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const surface = surfaceOf(await response.arrayBuffer()),
    frame = stage.parentElement!,
    { width, height } = pixelsOf(stage),
    box = stage.getBoundingClientRect();
  if (isOver(frame) || width === 0 || height === 0) return;
  const camera = new OrbitCamera(),
    framing = framingOf(surface.bounds);
  camera.resize(box.width, box.height, insets);
  placeCamera(camera, framing, element.cameraOrbit, element.cameraTarget, element.fieldOfView);
  const view = viewOf(camera.pose, framing, width / height, [0, 0, 0]);

  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, { visibility: 'visible', pointerEvents: 'none' });
  canvas.getContext('2d')!.putImageData(await drawn(surface, view, width, height), 0, 0);
  if (isOver(frame)) return;
  stage.before(canvas);
  const watch = new MutationObserver(() => {
    if (!isOver(frame)) return;
    watch.disconnect();
    // The browser shows what the engine has drawn a moment after it was drawn, longer without a GPU.
    setTimeout(() => canvas.remove(), kGoneMs);
  });
  watch.observe(frame, { attributeFilter: ['data-drawn', 'data-phase'] });
}

/** The engine has drawn, or nothing will come. */
const isOver = ({ dataset: { drawn, phase } }: HTMLElement): boolean => drawn !== undefined || phase !== 'loading';

interface Json {
  asset: { extras?: { framing?: Bounds } };
  nodes: [{ translation: Vec3; scale: Vec3 }];
  accessors: { bufferView: number; componentType: number; count: number }[];
  bufferViews: { byteOffset: number; byteLength: number }[];
}

const kUnsignedInt = 5125;

/** Surface in a file that `vitrine pack --preview` wrote: indices, positions of 8 bytes, normals of 4. */
function surfaceOf(file: ArrayBuffer): Surface {
  const chunk = jsonChunk<Json>(new Uint8Array(file));
  if (!chunk) throw new Error('it is no GLB');
  const { length } = chunk,
    { asset, nodes, accessors, bufferViews } = chunk.json,
    bounds = asset.extras?.framing;
  if (!bounds) throw new Error('it is not a file of vitrine pack --preview');
  const [indices, positions, normals] = accessors.map(({ bufferView, componentType, count }) => ({
    from: kHeaderBytes + length + 8 + bufferViews[bufferView]!.byteOffset,
    componentType,
    count,
  })) as [Part, Part, Part];
  const [{ translation, scale }] = nodes,
    Indices = indices.componentType === kUnsignedInt ? Uint32Array : Uint16Array;
  const surface = {
    indices: new Indices(file, indices.from, indices.count),
    positions: new Float32Array(3 * positions.count),
    normals: new Int8Array(file, normals.from, 4 * normals.count),
    bounds,
  };
  const steps = new Uint16Array(file, positions.from, 4 * positions.count);
  for (let v = 0; v < positions.count; ++v)
    for (let k = 0; k < 3; ++k) surface.positions[3 * v + k] = translation[k]! + scale[k]! * steps[4 * v + k]!;
  if (surface.indices.some((index) => index >= positions.count)) throw new Error('it is damaged');
  return surface;
}

interface Part {
  from: number;
  componentType: number;
  count: number;
}

/** The longest that the page's thread is kept: the engine's worker waits for it until its script has run. */
const kSliceMs = 4;

/** The nearest surface at each pixel: what lies between three vertices has a colour between theirs. */
async function drawn(surface: Surface, view: View, width: number, height: number): Promise<ImageData> {
  const { positions, indices } = surface,
    count = positions.length / 3,
    image = new ImageData(width, height),
    depths = new Float32Array(width * height).fill(1),
    points = new Float32Array(6 * count),
    picture = { width, height, depths, points, pixels: new Uint32Array(image.data.buffer) };
  let until = performance.now() + kSliceMs;
  const breathe = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + kSliceMs;
  };
  for (let i = 0; i < count; ++i) {
    if (performance.now() > until) await breathe();
    placePoint(picture, surface, view, i);
  }
  for (let t = 0; t < indices.length; t += 3) {
    if (performance.now() > until) await breathe();
    fillTriangle(picture, 6 * indices[t]!, 6 * indices[t + 1]!, 6 * indices[t + 2]!);
  }
  return image;
}

interface Drawing {
  width: number;
  height: number;
  depths: Float32Array;
  /** Red, green, blue and opacity of a pixel, the first in the lowest byte. */
  pixels: Uint32Array;
  /** Column, row and depth, then red, green and blue, of each vertex; a depth above 1 is behind the eye. */
  points: Float32Array;
}

function placePoint(
  { width, height, points }: Drawing,
  { positions, normals, bounds }: Surface,
  view: View,
  i: number,
): void {
  const at: Vec3 = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!],
    normal = m.normalize([normals[4 * i]!, normals[4 * i + 1]!, normals[4 * i + 2]!]),
    c = view.clipFromWorld,
    w = m.at(c, 3) * at[0] + m.at(c, 7) * at[1] + m.at(c, 11) * at[2] + m.at(c, 15),
    clip = m.transformPoint(c, at);
  points[6 * i] = (0.5 + (0.5 * clip[0]) / w) * width;
  points[6 * i + 1] = (0.5 - (0.5 * clip[1]) / w) * height;
  points[6 * i + 2] = w > 0 ? clip[2] / w : 2;
  points.set(litClay(at, normal, view, bounds), 6 * i + 3);
}

const kOpaque = 0xff << 24;

/**
 * `a`, `b`, `c`: where the points of its vertices begin. In plain numbers and steps from pixel to pixel: this runs once,
 * for the most part before the browser has compiled it.
 */
function fillTriangle({ width, height, depths, pixels, points }: Drawing, a: number, b: number, c: number): void {
  const ax = points[a]!,
    ay = points[a + 1]!,
    bx = points[b]! - ax,
    by = points[b + 1]! - ay,
    cx = points[c]! - ax,
    cy = points[c + 1]! - ay,
    area = bx * cy - by * cx;
  if (area === 0 || Math.max(points[a + 2]!, points[b + 2]!, points[c + 2]!) > 1) return;
  const left = Math.max(0, Math.floor(ax + Math.min(0, bx, cx))),
    right = Math.min(width - 1, Math.ceil(ax + Math.max(0, bx, cx))),
    top = Math.max(0, Math.floor(ay + Math.min(0, by, cy))),
    bottom = Math.min(height - 1, Math.ceil(ay + Math.max(0, by, cy))),
    // Values of the first vertex, and the differences of the others.
    depth = points[a + 2]!,
    depthB = points[b + 2]! - depth,
    depthC = points[c + 2]! - depth,
    red = points[a + 3]!,
    redB = points[b + 3]! - red,
    redC = points[c + 3]! - red,
    green = points[a + 4]!,
    greenB = points[b + 4]! - green,
    greenC = points[c + 4]! - green,
    blue = points[a + 5]!,
    blueB = points[b + 5]! - blue,
    blueC = points[c + 5]! - blue;
  for (let row = top; row <= bottom; ++row) {
    const y = row + 0.5 - ay,
      x = left + 0.5 - ax;
    // Shares of the second and the third vertex.
    let second = (x * cy - cx * y) / area,
      third = (bx * y - x * by) / area;
    for (let pixel = row * width + left; pixel <= row * width + right; ++pixel) {
      if (second >= 0 && third >= 0 && second + third <= 1) {
        const near = depth + second * depthB + third * depthC;
        if (near <= depths[pixel]!) {
          depths[pixel] = near;
          pixels[pixel] =
            (red + second * redB + third * redC) |
            ((green + second * greenB + third * greenC) << 8) |
            ((blue + second * blueB + third * blueC) << 16) |
            kOpaque;
        }
      }
      second += cy / area;
      third -= by / area;
    }
  }
}

/** Where the colours of floor and sky begin among the studio's: shaders/light.glsl. */
const kFloor = 9,
  kSky = 12;

/** The engine's light on dull clay, 0 to 255: shaders/light.glsl, shaders/color.glsl. */
function litClay(at: Vec3, normal: Vec3, { eye, studio }: View, { min }: Bounds): Vec3 {
  const [x, y, z, w] = eye,
    toEye = w > 0 ? m.normalize(m.subtract([x, y, z], at)) : ([x, y, z] as Vec3),
    facing = m.dot(normal, toEye),
    n = facing < 0 ? m.subtract(normal, m.scale(toEye, 2 * facing)) : normal,
    edge = 1 - Math.max(m.dot(n, toEye), 0),
    open = 1 - Math.max(-n[1], 0) * (at[1] > min[1] ? 0.3 : 0.6);
  /** `wrap`: how far the light reaches around a shape. */
  const light = (lamp: number, wrap: number): number => {
    const along = n[0] * studio[3 * lamp]! + n[1] * studio[3 * lamp + 1]! + n[2] * studio[3 * lamp + 2]!;
    return Math.max((along + wrap) / (1 + wrap), 0);
  };
  const key = light(0, 0.12) * (0.75 + 0.25 * open),
    fill = light(1, 0.25),
    rim = light(2, 0) * (0.3 + edge ** 3),
    sky = (0.5 + 0.5 * n[1]) * open,
    floor = open - sky;
  const shown = (k: 0 | 1 | 2): number => {
    const color = (first: number): number => kStudioColors[first + k]!,
      sum = color(0) * key + color(3) * fill + color(6) * rim + color(kFloor) * floor + color(kSky) * sky,
      c = kClay[k] * sum,
      mapped = Math.min(1, (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14));
    return 255 * (mapped <= 0.0031308 ? 12.92 * mapped : 1.055 * mapped ** (1 / 2.4) - 0.055);
  };
  return [shown(0), shown(1), shown(2)];
}
