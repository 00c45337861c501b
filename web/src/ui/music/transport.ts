// Below the lanes of a song: the line that plays it, and the spectrum of what is heard.

import type { SongPlayer } from '../../music/player';
import type { WorldKit } from '../world/kit';

interface TransportHost {
  toggle(): void;
  seek(seconds: number): void;
}

/** The line that plays a song: buttons, the scrubber, how far a seek has come, and the volume. */
export class Transport {
  readonly element: HTMLElement;
  readonly #play: HTMLButtonElement;
  readonly #loop: HTMLButtonElement;
  readonly #mute: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  readonly #volume: HTMLInputElement;
  readonly #clock: HTMLElement;
  readonly #progress: HTMLProgressElement;
  readonly #background: HTMLInputElement;

  constructor(
    private readonly kit: WorldKit,
    private readonly player: SongPlayer,
    host: TransportHost,
  ) {
    const { h, iconButton, t } = kit;
    this.#play = iconButton('play', t('Play'), () => host.toggle(), { keys: t('Space'), class: 'play' });
    this.#loop = iconButton('loop', t('Loop'), () => (player.loop = !player.loop), { pressed: false, keys: 'L' });
    this.#mute = iconButton('loud', t('Mute'), () => (player.muted = !player.muted), { pressed: false, keys: 'M' });
    this.#slider = h('input', {
      class: 'song-slider',
      attributes: { type: 'range', min: 0, max: 1, step: 0.01, value: 0, 'aria-label': t('Time') },
      on: { input: () => host.seek(this.#slider.valueAsNumber) },
    });
    this.#volume = h('input', {
      class: 'song-volume',
      attributes: { type: 'range', min: 0, max: 1, step: 0.01, value: 1, 'aria-label': t('Volume') },
      on: {
        input: () => {
          player.volume = this.#volume.valueAsNumber;
          player.muted = false;
        },
      },
    });
    this.#clock = h('output', { class: 'clock numbers' });
    this.#progress = h('progress', { attributes: { max: 1, hidden: true, 'aria-label': t('Progress') } });
    this.#background = h('input', { attributes: { type: 'checkbox' } });
    this.element = h(
      'section',
      { class: 'song-transport', attributes: { 'aria-label': t('Playback') } },
      this.#play,
      this.#loop,
      this.#slider,
      this.#progress,
      this.#clock,
      this.#mute,
      this.#volume,
      h('label', { class: 'check song-background' }, this.#background, t('Play in background')),
    );
  }

  /** Sound goes on while the tab is hidden. */
  get inBackground(): boolean {
    return this.#background.checked;
  }

  show(): void {
    this.#slider.max = String(Math.max(0.01, this.player.seconds));
    this.progress(undefined);
    this.update();
  }

  /** Shows the progress of a seek, 0 to 1; undefined when it is over. */
  progress(part: number | undefined): void {
    this.#progress.hidden = part === undefined;
    this.#progress.value = part ?? 0;
  }

  /** Applies the player's state. */
  update(): void {
    const { player, kit } = this,
      { t, setIcon } = kit;
    const label = player.playing ? t('Pause') : t('Play');
    if (this.#play.getAttribute('aria-label') !== label) {
      this.#play.setAttribute('aria-label', label);
      this.#play.title = label;
      setIcon(this.#play, player.playing ? 'pause' : 'play');
    }
    const silent = player.muted || player.volume === 0;
    this.#loop.setAttribute('aria-pressed', String(player.loop));
    if (this.#mute.getAttribute('aria-pressed') !== String(silent)) {
      this.#mute.setAttribute('aria-pressed', String(silent));
      setIcon(this.#mute, silent ? 'silent' : 'loud');
    }
    this.#volume.value = String(player.volume);
    this.#volume.setAttribute('aria-valuetext', `${Math.round(player.volume * 100)} %`);
    this.time(player.time);
  }

  time(seconds: number): void {
    const { t, fixed } = this.kit;
    this.#slider.value = String(seconds);
    this.#slider.setAttribute('aria-valuetext', `${fixed(seconds, 1)} s`);
    this.#clock.textContent = t('{time} / {length} s', {
      time: fixed(seconds, 2),
      length: fixed(this.player.seconds, 2),
    });
  }
}

const kLowest = 30;
const kHighest = 18000;
/** Decibels below full scale at the lower edge. */
const kRange = 80;

/** The spectrum of what is heard, in bands of equal width on a scale of octaves. */
export class Spectrum {
  #bins = new Float32Array(0);

  draw(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    analyser: AnalyserNode | undefined,
    colors: { accent: string; line: string; quiet: string },
  ): void {
    context.clearRect(0, 0, width, height);
    context.font = '10px system-ui, sans-serif';
    context.textBaseline = 'top';
    const x = (frequency: number): number => (Math.log(frequency / kLowest) / Math.log(kHighest / kLowest)) * width;
    for (const frequency of [50, 100, 200, 500, 1000, 2000, 5000, 10000]) {
      context.fillStyle = colors.line;
      context.fillRect(Math.round(x(frequency)), 0, 1, height);
      context.fillStyle = colors.quiet;
      context.fillText(frequency < 1000 ? `${frequency} Hz` : `${frequency / 1000} kHz`, x(frequency) + 3, 2);
    }
    if (!analyser) return;
    if (this.#bins.length !== analyser.frequencyBinCount) this.#bins = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(this.#bins);
    const perBin = analyser.context.sampleRate / analyser.fftSize,
      bands = Math.max(16, Math.min(128, Math.floor(width / 6))),
      wide = width / bands;
    context.fillStyle = colors.accent;
    for (let i = 0; i < bands; ++i) {
      const edge = (at: number): number => kLowest * (kHighest / kLowest) ** (at / bands);
      const first = Math.floor(edge(i) / perBin),
        last = Math.max(first + 1, Math.ceil(edge(i + 1) / perBin));
      let most = -Infinity;
      for (let bin = first; bin < last; ++bin) most = Math.max(most, this.#bins[bin] ?? -Infinity);
      const tall = Math.max(0, Math.min(1, 1 + most / kRange)) * height;
      context.fillRect(i * wide, height - tall, Math.max(1, wide - 1), tall);
    }
  }
}
