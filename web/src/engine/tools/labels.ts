// Words in the picture: each is written once into a texture and drawn as a quad. What would lie on another one is left
// out. Names of a file are text like any other, cut where they are endless.

import type { RenderModel, FrameInputs } from '../renderModel';
import type { Programs } from '../gl/program';
import { createCanvas } from '../surface';
import { pushTo } from '../../base/lists';
import * as m from '../../core/math';
import type { Label } from '../../protocol/tools';
import { themeOf } from '../../protocol/view';

export type LabelStyle = 'plain' | 'chosen' | 'quiet';

const kSize = 1024;
const kFontPixels = 12;
const kPad = 3;
const kMost = 500;
const kLongest = 48;
const fonts = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';
const inks: Record<'dark' | 'light', Record<LabelStyle | 'halo', string>> = {
  dark: { plain: '#f1f3f5', chosen: '#ffd34d', quiet: '#b9c2cd', halo: 'rgb(16 18 21 / 0.82)' },
  light: { plain: '#16191d', chosen: '#7a4300', quiet: '#46505c', halo: 'rgb(255 255 255 / 0.85)' },
};

interface Slot {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Wanted extends Label {
  style: LabelStyle;
}

export class Labels {
  private readonly canvas: OffscreenCanvas | HTMLCanvasElement;
  private readonly pen: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null;
  private readonly texture: WebGLTexture;
  private readonly buffer: WebGLBuffer;
  private readonly array: WebGLVertexArrayObject;
  private readonly slots = new Map<string, Slot>();
  private row = { x: 0, y: 0, height: 0 };
  private fresh = true;
  private wanted: Wanted[] = [];
  private picture: FrameInputs | undefined;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly programs: Programs,
  ) {
    this.canvas = createCanvas(kSize, kSize);
    this.pen = this.canvas.getContext('2d') as OffscreenCanvasRenderingContext2D | null;
    this.texture = gl.createTexture();
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const location of [0, 1]) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 16, location * 8);
    }
    gl.bindVertexArray(null);
  }

  begin(picture: FrameInputs): void {
    this.picture = picture;
    this.wanted = [];
  }

  /** At a point of file space. */
  add(text: string, at: m.Vec3, worldFromFile: RenderModel['worldFromFile'], style: LabelStyle): void {
    this.addWorld(text, m.transformPoint(worldFromFile, at), style);
  }

  addWorld(text: string, p: m.Vec3, style: LabelStyle): void {
    const { picture } = this;
    if (!picture || this.wanted.length >= kMost) return;
    const c = picture.view.clipFromWorld,
      w = c[3]! * p[0] + c[7]! * p[1] + c[11]! * p[2] + c[15]!;
    if (!(w > 0)) return;
    const q = m.transformPoint(c, p),
      [middleX, middleY, shareX, shareY] = picture.window ?? [0, 0, 1, 1];
    // Pixels of the whole picture, so that all its parts leave out the same labels.
    const x = ((q[0] / w) * shareX + middleX + 1) * 0.5 * (picture.width / shareX),
      y = (1 - (q[1] / w) * shareY - middleY) * 0.5 * (picture.height / shareY);
    const clean = [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')];
    const short = clean.length > kLongest ? `${clean.slice(0, kLongest - 1).join('')}…` : clean.join('');
    if (short.trim() !== '') this.wanted.push({ text: short, x, y, style });
  }

  /** Draws them all; returns those that had room, by CSS pixels. */
  draw(): Label[] {
    const { gl, picture, pen } = this;
    if (!picture || !pen || this.wanted.length === 0) return [];
    const { pixelRatio } = picture,
      [middleX, middleY, shareX, shareY] = picture.window ?? [0, 0, 1, 1],
      wide = picture.width / shareX,
      high = picture.height / shareY;
    const drawn: (Wanted & { slot: Slot })[] = [],
      cells = new Map<string, Slot[]>();
    for (const label of this.wanted) {
      const slot = this.slot(label, picture);
      if (!slot) continue;
      const box = { x: label.x + 5 * pixelRatio, y: label.y - slot.height / 2, width: slot.width, height: slot.height };
      if (box.x > wide || box.y > high || box.x + box.width < 0 || box.y + box.height < 0) continue;
      if (!free(cells, box)) continue;
      drawn.push({ ...label, ...{ x: box.x, y: box.y }, slot });
    }
    const values = new Float32Array(drawn.length * 24);
    drawn.forEach(({ x, y, slot }, i) => {
      const corner = (u: number, v: number): number[] => [
        (((Math.round(x) + u * slot.width) / wide) * 2 - 1 - middleX) / shareX,
        (1 - ((Math.round(y) + v * slot.height) / high) * 2 - middleY) / shareY,
        (slot.x + u * slot.width) / kSize,
        (slot.y + v * slot.height) / kSize,
      ];
      const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)] as [
        number[],
        number[],
        number[],
        number[],
      ];
      values.set([...a, ...b, ...c, ...c, ...b, ...d], i * 24);
    });
    const program = this.programs.use('label').bindTexture('u_labels', 0, this.texture);
    if (this.fresh) this.upload();
    program.use();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STREAM_DRAW);
    gl.drawArrays(gl.TRIANGLES, 0, drawn.length * 6);
    gl.bindVertexArray(null);
    return drawn.map(({ text, x, y }) => ({ text, x: x / pixelRatio, y: y / pixelRatio }));
  }

  /** Where a text stands in the texture; undefined where there is no room left in this picture. */
  private slot({ text, style }: Wanted, { settings, pixelRatio }: FrameInputs, again = true): Slot | undefined {
    const theme = themeOf(settings),
      key = `${theme} ${style} ${pixelRatio} ${text}`,
      known = this.slots.get(key);
    if (known) return known;
    const pen = this.pen!,
      ratio = Math.min(pixelRatio, 6),
      pad = kPad * ratio;
    pen.font = `${style === 'quiet' ? 400 : 600} ${kFontPixels * ratio}px ${fonts}`;
    const width = Math.min(kSize, Math.ceil(pen.measureText(text).width + 2 * pad)),
      height = Math.ceil(kFontPixels * ratio * 1.35 + pad);
    if (this.row.x + width > kSize) this.row = { x: 0, y: this.row.y + this.row.height, height: 0 };
    if (this.row.y + height > kSize) {
      if (!again) return undefined;
      // Full: labels of this frame are written again.
      pen.clearRect(0, 0, kSize, kSize);
      this.slots.clear();
      this.row = { x: 0, y: 0, height: 0 };
      return this.slot({ text, style, x: 0, y: 0 }, { settings, pixelRatio } as FrameInputs, false);
    }
    const { x, y } = this.row,
      ink = inks[theme];
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    pen.lineWidth = 3 * ratio;
    pen.strokeStyle = ink.halo;
    pen.fillStyle = ink[style];
    pen.strokeText(text, x + pad, y + height / 2, kSize - 2 * pad);
    pen.fillText(text, x + pad, y + height / 2, kSize - 2 * pad);
    this.row.x += width;
    this.row.height = Math.max(this.row.height, height);
    this.fresh = true;
    const slot = { x, y, width, height };
    this.slots.set(key, slot);
    return slot;
  }

  private upload(): void {
    const { gl } = this;
    this.fresh = false;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, this.canvas);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  }
}

const kCell = 128;

/** Takes the room of a box if nothing has it. */
function free(cells: Map<string, Slot[]>, box: Slot): boolean {
  const keys: string[] = [];
  for (let x = Math.floor(box.x / kCell); x <= Math.floor((box.x + box.width) / kCell); ++x)
    for (let y = Math.floor(box.y / kCell); y <= Math.floor((box.y + box.height) / kCell); ++y) keys.push(`${x} ${y}`);
  const apart = (other: Slot): boolean =>
    other.x >= box.x + box.width ||
    box.x >= other.x + other.width ||
    other.y >= box.y + box.height ||
    box.y >= other.y + other.height;
  if (!keys.every((key) => (cells.get(key) ?? []).every(apart))) return false;
  for (const key of keys) pushTo(cells, key, box);
  return true;
}
