// An animation of the view as a file: one action, a turn around the model, or a contact sheet of all actions.

import { framesIn } from '../../images/animated/frames';
import type { Vec3 } from '../../core/report';
import { scriptUrl } from '../../base/trusted';
import { type CameraPose, eyeDirection } from '../../protocol/view';
import type { PageViewer } from '../../viewer/page';
import { h, iconButton } from '../dom';
import { isolated } from '../inert';
import { countOf, t } from '../language';
import { recall, remember } from '../memory';
import { baseName } from '../words';
import {
  drawCells,
  type FilmAnswer,
  type FilmAsk,
  type FilmCell,
  type FilmFormat,
  mp4Codec,
  pixelsOf,
  videos,
} from './filmFrames';

type Kind = 'action' | 'turntable' | 'sheet';

const kCell = { width: 200, height: 150, label: 20 };
const kSheetSeconds = 2;
const kTurntableSeconds = 4;
const kMostFrames = 600;
/** Kept while a video is made. */
const kTrying = 'webm';
const kSizes = ['480 360', '640 480', '960 540', '1280 720'];

/** A frame: cells with the action, the time and how far the camera has rotated. */
interface Cell {
  x: number;
  y: number;
  /** Undefined for a cell without the model. */
  action: number | undefined;
  time: number;
  yaw: number;
  label?: string;
}

/** From where the model lies far to the left, and behind. */
function besideModel(pose: CameraPose): Vec3 {
  const { target, yaw, distance } = pose,
    [x, y, z] = eyeDirection(pose),
    far = 1000 * distance;
  return [target[0] + far * (Math.cos(yaw) - x), target[1] - far * y, target[2] - far * (Math.sin(yaw) + z)];
}

export class FilmDialog {
  readonly element: HTMLDialogElement;
  private readonly kind: HTMLSelectElement;
  private readonly format: HTMLSelectElement;
  private readonly size: HTMLSelectElement;
  private readonly rate: HTMLInputElement;
  private readonly clear: HTMLInputElement;
  private readonly save: HTMLButtonElement;
  private readonly progress = h('progress', { attributes: { max: 1, value: 0, hidden: true } });
  private readonly note = h('p', { class: 'quiet', attributes: { role: 'status' } });
  private running = false;
  private stopped = false;

  constructor(private readonly viewer: PageViewer) {
    const select = (label: string, options: [string, string][]): HTMLSelectElement =>
      h(
        'select',
        { class: 'select', attributes: { 'aria-label': label } },
        ...options.map(([value, text]) => h('option', { text, attributes: { value } })),
      );
    this.kind = select(t('Content'), [
      ['action', t('This action')],
      ['turntable', t('Turntable')],
      ['sheet', t('Contact sheet of all actions')],
    ]);
    this.format = select(t('Format'), [
      ['apng', 'APNG'],
      ['gif', 'GIF'],
      ...('VideoEncoder' in globalThis && 'OffscreenCanvas' in globalThis ? Object.entries(videos) : []),
    ]);
    this.format.addEventListener('change', () => void this.sayCodec());
    this.size = select(
      t('Size'),
      kSizes.map((size) => [size, size.replace(' ', ' × ')]),
    );
    this.size.addEventListener('change', () => void this.sayCodec());
    this.rate = h('input', {
      class: 'number numbers',
      attributes: { type: 'number', min: 1, max: 50, step: 1, value: 15, 'aria-label': t('Frames per second') },
    });
    this.clear = h('input', { attributes: { type: 'checkbox' } });
    this.save = h('button', {
      class: 'button primary',
      text: t('Save animation'),
      attributes: { type: 'button' },
      on: { click: () => void this.start() },
    });
    this.element = h(
      'dialog',
      { class: 'help shot film', attributes: { 'aria-label': t('Film') } },
      h(
        'header',
        {},
        h('h2', { text: t('Film') }),
        iconButton('close', t('Close'), () => this.element.close()),
      ),
      h('div', { class: 'tool-row' }, this.kind, this.format),
      h(
        'div',
        { class: 'tool-row' },
        this.size,
        h('label', { class: 'shot-size' }, this.rate, h('span', { class: 'quiet', text: t('frames per second') })),
      ),
      h('label', { class: 'check' }, this.clear, h('span', { text: t('Transparent background') })),
      h('div', { class: 'tool-row' }, this.save, this.progress),
      this.note,
    );
    this.progress.setAttribute('aria-label', t('Frames'));
    this.element.addEventListener('click', (event) => event.target === this.element && this.element.close());
    this.element.addEventListener('close', () => (this.stopped = true));
  }

  open(): void {
    const actions = this.viewer.shown?.report.info.actions.filter(({ playable }) => playable).length ?? 0,
      moves = (this.viewer.playback?.duration ?? 0) > 0;
    for (const option of this.kind.options)
      option.disabled = (option.value === 'action' && !moves) || (option.value === 'sheet' && actions === 0);
    if (this.kind.selectedOptions[0]?.disabled) this.kind.value = 'turntable';
    const format = recall(kTrying, ''),
      video = [...this.format.options].find(({ value }) => value === (format === 'yes' ? 'webm' : format));
    if (video) video.text = t('{format} (it ended this page before)', { format: videos[video.value] ?? '' });
    this.note.textContent = '';
    void this.sayCodec();
    this.element.showModal();
  }

  /** What an MP4 of this browser holds, where that is not what all players open. */
  private async sayCodec(): Promise<void> {
    if (this.format.value !== 'mp4') {
      if (!this.running) this.note.textContent = '';
      return;
    }
    const [width = 0, height = 0] = this.size.value.split(' ').map(Number),
      codec = await mp4Codec(width, height);
    if (this.running || this.format.value !== 'mp4') return;
    this.note.textContent = !codec
      ? t('This browser has no encoder for MP4: choose another format.')
      : codec.name === 'avc'
        ? ''
        : t('This browser has no encoder for H.264: the MP4 holds {codec}, which some players do not open.', {
            codec: codec.title,
          });
  }

  private async start(): Promise<void> {
    if (this.running) {
      this.stopped = true;
      return;
    }
    const rate = this.rate.valueAsNumber;
    if (!Number.isInteger(rate) || rate < 1 || rate > 50) {
      this.note.textContent = t('The rate must be 1 to 50 frames per second.');
      return;
    }
    this.running = true;
    this.stopped = false;
    this.progress.hidden = false;
    this.save.textContent = t('Cancel');
    try {
      await this.make(rate);
    } catch (error) {
      this.note.textContent = this.stopped
        ? t('Cancelled.')
        : t('The animation could not be made: {reason}', {
            reason: error instanceof Error ? error.message : String(error),
          });
    }
    this.running = false;
    this.progress.hidden = true;
    this.save.textContent = t('Save animation');
  }

  private async make(rate: number): Promise<void> {
    const { viewer } = this,
      { playback } = viewer,
      before = viewer.clock.time;
    const format = this.format.value as FilmFormat,
      { width, height, cell, frames, seconds } = this.plan(this.kind.value as Kind, rate);
    const codec = format === 'mp4' ? await mp4Codec(width, height) : undefined;
    if (format === 'mp4' && !codec) throw new Error(t('This browser has no encoder for MP4: choose another format.'));
    const worker = new Worker(scriptUrl(new URL('./film-worker.js', import.meta.url).href), { type: 'module' });
    const send = (ask: FilmAsk): void => worker.postMessage(ask);
    // Workers have no canvas in older browsers.
    const here = globalThis.OffscreenCanvas
      ? undefined
      : h('canvas', { attributes: { width, height } }).getContext('2d', { willReadFrequently: true })!;
    const answer = (): Promise<FilmAnswer> =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<FilmAnswer>) =>
          data.type === 'failed' ? reject(new Error(data.message)) : resolve(data);
        worker.onerror = () => reject(new Error('the encoder did not start'));
      });
    // Some browsers lose the page over a video: the next one knows.
    if (format in videos) remember(kTrying, format);
    try {
      viewer.change({ set: 'playing', playing: false });
      send({ type: 'start', format, width, height, framesPerSecond: rate, alpha: this.clear.checked, codec });
      let empty: Blob | undefined;
      for (const [index, cells] of frames.entries()) {
        const drawn: FilmCell[] = [];
        for (const each of cells) {
          if (this.stopped) throw new Error('stopped');
          const { x, y, label } = each,
            blob = each.action === undefined ? (empty ??= await this.draw(each, cell)) : await this.draw(each, cell);
          drawn.push({ blob, x, y, ...cell, ...(label !== undefined && { label }) });
        }
        const added = answer();
        if (here) {
          await drawCells(here, drawn);
          send({ type: 'pixels', pixels: pixelsOf(here) });
        } else send({ type: 'frame', cells: drawn });
        await added;
        this.progress.value = (index + 1) / frames.length;
        this.note.textContent = t('Frame {frame} of {all}', { frame: index + 1, all: frames.length });
      }
      const finished = answer();
      send({ type: 'finish', seconds });
      const done = await finished;
      if (done.type === 'done') this.download(done.blob, format, done.frames);
    } finally {
      if (format in videos) remember(kTrying, '');
      worker.terminate();
      if (playback) {
        if (viewer.playback?.action !== playback.action) viewer.change({ set: 'action', action: playback.action });
        viewer.change({ set: 'time', time: before });
        viewer.change({ set: 'playing', playing: playback.playing });
      }
    }
  }

  private plan(
    kind: Kind,
    rate: number,
  ): {
    width: number;
    height: number;
    cell: { width: number; height: number };
    frames: Cell[][];
    seconds: number;
  } {
    const { shown, playback } = this.viewer,
      actions = shown?.report.info.actions ?? [],
      [width = 480, height = 360] = this.size.value.split(' ').map(Number);
    const fitting = (seconds: number): number => Math.min(seconds, kMostFrames / rate);
    const { action = -1, duration = 0 } = playback ?? {};
    if (kind === 'sheet') {
      const playable = actions.flatMap(({ playable: plays, name, duration: long }, index) =>
        plays ? [{ name, long, index }] : [],
      );
      const columns = Math.ceil(Math.sqrt(playable.length)),
        rows = Math.ceil(playable.length / columns),
        high = kCell.height + kCell.label,
        longest = playable.reduce((most, { long }) => Math.max(most, long), 0),
        seconds = fitting(Math.min(kSheetSeconds, longest));
      const frames = Array.from({ length: framesIn(seconds, rate) }, (_, frame) =>
        Array.from({ length: columns * rows }, (_, i): Cell => {
          const { name, long = 0, index } = playable[i] ?? {};
          return {
            x: (i % columns) * kCell.width,
            y: Math.floor(i / columns) * high,
            action: index,
            time: long > 0 ? (frame / rate) % long : 0,
            yaw: 0,
            label: name ?? '',
          };
        }),
      );
      return { width: columns * kCell.width, height: rows * high, cell: kCell, frames, seconds };
    }
    const seconds = fitting(kind === 'turntable' ? kTurntableSeconds : duration);
    const frames = Array.from({ length: framesIn(seconds, rate) }, (_, frame): Cell[] => [
      {
        x: 0,
        y: 0,
        action,
        time: duration > 0 ? (frame / rate) % duration : 0,
        yaw: kind === 'turntable' ? (frame / rate / seconds) * 2 * Math.PI : 0,
      },
    ]);
    return { width, height, cell: { width, height }, frames, seconds };
  }

  /** One picture of the view, at a time of an action. */
  private async draw({ action, time, yaw }: Cell, { width, height }: { width: number; height: number }): Promise<Blob> {
    const { viewer } = this;
    if (action !== undefined) {
      if (viewer.playback?.action !== action) viewer.change({ set: 'action', action });
      viewer.change({ set: 'time', time });
      await viewer.ask('settle', { rough: true });
    }
    const { pose } = viewer.camera,
      target = action === undefined ? besideModel(pose) : pose.target,
      camera: CameraPose = { ...pose, target, yaw: pose.yaw + yaw, offset: [0, 0] },
      background = this.clear.checked ? ('clear' as const) : ('stage' as const),
      shot = { width, height, background, overlays: false };
    const drawn = await viewer.ask('shoot', { shot, camera, pixelRatio: 1 });
    if (!drawn || 'error' in drawn) throw new Error(drawn?.error || 'no picture');
    return drawn.blob;
  }

  private download(blob: Blob, format: FilmFormat, frames: number): void {
    const { shown, playback } = this.viewer,
      file = shown?.report.files.find(({ role }) => role !== 'texture')?.name ?? 'vitrine',
      action =
        this.kind.value === 'action' ? shown?.report.info.actions[playback?.action ?? -1]?.name : this.kind.value;
    const parts = [baseName(file).replace(/\.[^.]*$/, ''), action],
      ending = format === 'apng' ? 'png' : format;
    const name = `${parts
      .filter(Boolean)
      .join('-')
      .replace(/[\p{C}\\/:*?"<>|\s]+/gu, '_')
      .slice(0, 120)}.${ending}`;
    const url = URL.createObjectURL(blob);
    h('a', { attributes: { href: url, download: name } }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.note.textContent = t('{name} saved: {frames}.', { name: isolated(name), frames: countOf(frames, 'frame') });
  }
}
