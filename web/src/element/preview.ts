// The preview of a model: a coarse surface that the page itself draws in clay while the engine starts, from where the
// engine will show it. By the processor: making a context of the GPU takes longer than the picture.

import { jsonChunk, kHeaderBytes } from '../core/container';
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
  /** What the view frames. */
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
  canvas.getContext('2d')!.putImageData(drawn(surface, view, width, height), 0, 0);
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

/** The nearest surface at each pixel: what lies between three vertices has a colour between theirs. */
function drawn({ positions, normals, indices, bounds }: Surface, view: View, width: number, height: number): ImageData {
  const count = positions.length / 3,
    image = new ImageData(width, height),
    { data } = image,
    depths = new Float32Array(width * height).fill(1),
    /** Column, row and depth, then red, green and blue, of each vertex; a depth above 1 is behind the eye. */
    points = new Float32Array(6 * count);
  for (let i = 0; i < count; ++i) {
    const at: Vec3 = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!],
      c = view.clipFromWorld,
      w = m.at(c, 3) * at[0] + m.at(c, 7) * at[1] + m.at(c, 11) * at[2] + m.at(c, 15),
      [x, y, z] = m.transformPoint(c, at),
      normal = m.normalize([normals[4 * i]!, normals[4 * i + 1]!, normals[4 * i + 2]!]);
    points.set([(0.5 + (0.5 * x) / w) * width, (0.5 - (0.5 * y) / w) * height, w > 0 ? z / w : 2], 6 * i);
    points.set(litClay(at, normal, view, bounds), 6 * i + 3);
  }
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [6 * indices[t]!, 6 * indices[t + 1]!, 6 * indices[t + 2]!],
      [ax, ay, bx, by, cx, cy] = [points[a]!, points[a + 1]!, points[b]!, points[b + 1]!, points[c]!, points[c + 1]!],
      area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0 || Math.max(points[a + 2]!, points[b + 2]!, points[c + 2]!) > 1) continue;
    const left = Math.max(0, Math.floor(Math.min(ax, bx, cx))),
      right = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx))),
      top = Math.max(0, Math.floor(Math.min(ay, by, cy))),
      bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)));
    for (let row = top; row <= bottom; ++row)
      for (let column = left; column <= right; ++column) {
        const x = column + 0.5,
          y = row + 0.5,
          second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area,
          third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area,
          first = 1 - second - third;
        if (first < 0 || second < 0 || third < 0) continue;
        const depth = first * points[a + 2]! + second * points[b + 2]! + third * points[c + 2]!,
          pixel = row * width + column;
        if (depth > depths[pixel]!) continue;
        depths[pixel] = depth;
        for (let k = 0; k < 3; ++k)
          data[4 * pixel + k] = first * points[a + 3 + k]! + second * points[b + 3 + k]! + third * points[c + 3 + k]!;
        data[4 * pixel + 3] = 255;
      }
  }
  return image;
}

/** How far the light of key, fill and rim reaches around a shape: shaders/light.glsl. */
const kWraps = [0.12, 0.25, 0] as const,
  kFloor = 9,
  kSky = 12;

/** The engine's light on dull clay, 0 to 255: shaders/light.glsl, shaders/color.glsl. */
function litClay(at: Vec3, normal: Vec3, { eye, studio }: View, { min }: Bounds): Vec3 {
  const [x, y, z, w] = eye,
    toEye = w > 0 ? m.normalize(m.subtract([x, y, z], at)) : ([x, y, z] as Vec3),
    facing = m.dot(normal, toEye),
    n = facing < 0 ? m.subtract(normal, m.scale(toEye, 2 * facing)) : normal,
    edge = 1 - Math.max(m.dot(n, toEye), 0);
  const open = 1 - Math.max(-n[1], 0) * (at[1] > min[1] ? 0.3 : 0.6),
    shares = [0.75 + 0.25 * open, 1, 0.3 + edge ** 3];
  return [0, 1, 2].map((k) => {
    const color = (first: number): number => kStudioColors[first + k]!;
    let light = (color(kFloor) + (color(kSky) - color(kFloor)) * (0.5 + 0.5 * n[1])) * open;
    kWraps.forEach((wrap, i) => {
      const along = m.dot(n, [studio[3 * i]!, studio[3 * i + 1]!, studio[3 * i + 2]!]);
      light += color(3 * i) * Math.max((along + wrap) / (1 + wrap), 0) * shares[i]!;
    });
    const c = kClay[k]! * light,
      shown = Math.min(1, (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14));
    return 255 * (shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055);
  }) as Vec3;
}
