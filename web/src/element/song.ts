// A song in the element: its roll, a line that plays it, and what <audio> has: play, pause, currentTime, duration, volume,
// muted and their events. Fetched when a source is a song; the element's own script has no code for sound.

import type { Issue } from '../core/report';
import type { SourceFile } from '../protocol/files';
import { plainFile } from '../archives/unpack';
import { announce, withdraw } from '../music/mediaSession';
import { kRate, type SongFacts } from '../music/messages';
import { RollPicture, type RollColors } from '../music/picture';
import { SongPlayer } from '../music/player';
import { readRoll } from '../music/roll';
import { numberOf } from './attributes';
import { adoptAudible, audibleMembers, defineMembers, muteFace, takeMembers, watchAudible } from './audible';
import { icon, icons, make, sharedSheet } from './dom';
import styles from './song.css';
import type { ElementHost } from './host';

/** Seconds of the roll at once, at most. */
const kSpan = 12;
/** Milliseconds between two events `timeupdate`. */
const kTimeUpdateMs = 250;

const dress = sharedSheet(styles);

/** Plays and shows `file` in `stage`; returns what ends that, or why it is no song. */
export async function attachSong(
  element: ElementHost,
  stage: HTMLElement,
  file: SourceFile,
  script: (url: string) => string,
): Promise<(() => void) | Issue> {
  const player = new SongPlayer({ script }),
    data = await plainFile(file.name, file.data),
    bytes = new Uint8Array(data instanceof Blob ? await data.arrayBuffer() : data);
  const { facts, issue } = await player.open(file.name, bytes);
  if (issue) return issue;
  const view = new SongView(element, stage, player, facts, file.name);
  return () => view.end();
}

class SongView {
  readonly #picture: RollPicture;
  readonly #canvas = make('canvas', { 'aria-hidden': 'true' });
  readonly #play = make('button', { type: 'button', part: 'button play-button' });
  readonly #mute = make('button', { type: 'button', part: 'button mute-button' });
  readonly #time = make('input', { type: 'range', class: 'time', min: 0, step: 0.01, 'aria-label': 'Time' });
  readonly #volume = make('input', {
    type: 'range',
    class: 'volume',
    min: 0,
    max: 1,
    step: 0.01,
    'aria-label': 'Volume',
  });
  readonly #clock = make('output');
  readonly #bar = make('div', { class: 'bar', part: 'controls' });
  readonly #box = make('div', { class: 'song' }, this.#canvas, this.#bar);
  readonly #ended = new AbortController();
  readonly #observers: { disconnect(): void }[] = [];
  #frame = 0;
  #lastTimeUpdate = 0;
  #from = 0;
  #role: string;

  constructor(
    private readonly element: ElementHost,
    private readonly stage: HTMLElement,
    private readonly player: SongPlayer,
    facts: SongFacts,
    private readonly name: string,
  ) {
    this.#picture = new RollPicture(readRoll(facts.roll));
    this.#role = stage.getAttribute('aria-roledescription') ?? '';
    stage.setAttribute('aria-roledescription', 'song');
    dress(stage.getRootNode() as ShadowRoot);
    this.#time.max = String(Math.max(0.01, facts.length / kRate));
    this.#bar.append(this.#play, this.#time, this.#clock, this.#mute, this.#volume);
    stage.append(this.#box);
    this.#own();
    this.#attributes();
    this.#listen();
    this.#show();
    if (element.hasAttribute('playing')) void player.play();
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.#ended.abort();
    for (const observer of this.#observers) observer.disconnect();
    this.player.dispose();
    this.#box.remove();
    this.stage.setAttribute('aria-roledescription', this.#role);
    takeMembers(this.element, this.#members);
    withdraw();
  }

  // -- what <audio> has -------------------------------------------------------------------------------------------------

  get #members(): PropertyDescriptorMap {
    const { player } = this,
      seek = (seconds: number): void => {
        void player.seek(seconds).then((reached) => reached && this.#dispatch('seeked'));
        this.#draw();
      };
    return {
      currentTime: { get: () => Math.min(player.time, player.seconds), set: (value) => seek(Number(value) || 0) },
      duration: { get: () => player.seconds },
      paused: { get: () => !player.playing },
      ended: { get: () => !player.playing && player.time >= player.seconds },
      ...audibleMembers(player),
      play: {
        value: async () => {
          const outcome = await player.play();
          if (outcome === 'refused')
            throw new DOMException('Sound starts only after a click or a key.', 'NotAllowedError');
          if (outcome === 'failed') throw new DOMException('The song does not play.', 'AbortError');
        },
      },
      pause: { value: () => player.pause() },
    };
  }

  /** Applies what was set before the song arrived. */
  #own(): void {
    const { element, player } = this,
      time = numberOf(element.getAttribute('time'));
    adoptAudible(element, player);
    defineMembers(element, this.#members);
    if (time !== undefined && time > 0) void player.seek(time);
  }

  #attributes(): void {
    const { element, player } = this;
    player.loop = element.loop;
    const observer = new MutationObserver((changes) => {
      for (const { attributeName: name } of changes) {
        const value = element.getAttribute(name!);
        if (name === 'loop') player.loop = value !== null;
        else if (name === 'time') void player.seek(numberOf(value) ?? 0);
        else if (value === null) player.pause();
        else void player.play();
      }
    });
    observer.observe(element, { attributeFilter: ['loop', 'time', 'playing'] });
    const looks = new MutationObserver(() => this.#show());
    looks.observe(this.stage.parentElement!, { attributeFilter: ['data-theme'] });
    looks.observe(element, { attributeFilter: ['controls'] });
    const sizes = new ResizeObserver(() => this.#draw());
    sizes.observe(this.#canvas);
    const audible = { disconnect: watchAudible(element, player) };
    this.#observers.push(observer, looks, sizes, audible);
  }

  // -- hands ------------------------------------------------------------------------------------------------------------

  /** A user's request to play unmutes the song, unless the page has muted it. */
  async #press(): Promise<void> {
    const { player, element } = this;
    if (player.playing) return player.pause();
    if (!element.hasAttribute('muted')) player.muted = false;
    await player.play();
  }

  #listen(): void {
    const { player, stage } = this,
      { signal } = this.#ended;
    let state = '';
    player.on('change', () => {
      const next = player.playing ? 'play' : 'pause';
      if (next !== state && (state !== '' || player.playing)) {
        this.#dispatch(next);
        if (next === 'play') announce(this.name.split('/').pop() ?? '', player);
      }
      state = next;
      this.#show();
    });
    player.on('ended', () => this.#dispatch('ended'));
    player.on('failed', (message) =>
      this.element.dispatchEvent(new CustomEvent('error', { detail: { code: 'ENGINE', message, issues: [] } })),
    );
    this.#play.addEventListener('click', () => void this.#press());
    this.#mute.addEventListener('click', () => (player.muted = !player.muted));
    this.#time.addEventListener('input', () => {
      void player.seek(this.#time.valueAsNumber);
      this.#draw();
    });
    this.#volume.addEventListener('input', () => {
      player.volume = this.#volume.valueAsNumber;
      player.muted = false;
    });
    this.#canvas.addEventListener('click', ({ offsetX }) => {
      void player.seek(this.#from + offsetX / this.#scale);
      this.#draw();
    });
    stage.addEventListener('keydown', (event) => this.#key(event), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && player.pause(), {
      signal,
    });
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { player } = this,
      onStage = event.target === this.stage,
      step = event.shiftKey ? 10 : 1;
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) void this.#press();
    else if (event.key === 'm') player.muted = !player.muted;
    else if (onStage && event.key === 'ArrowLeft') void player.seek(player.time - step);
    else if (onStage && event.key === 'ArrowRight') void player.seek(player.time + step);
    else if (onStage && event.key === 'Home') void player.seek(0);
    else if (onStage && event.key === 'End') void player.seek(player.seconds);
    else return;
    this.#draw();
    event.preventDefault();
    event.stopPropagation();
  }

  // -- picture ----------------------------------------------------------------------------------------------------------

  #dispatch(event: string): void {
    this.element.dispatchEvent(new Event(event));
  }

  #show(): void {
    const { player } = this;
    const face = (button: HTMLElement, label: string, strokes: string): void => {
      if (button.getAttribute('aria-label') === label) return;
      button.setAttribute('aria-label', label);
      button.title = label;
      button.replaceChildren(icon(strokes));
    };
    face(this.#play, player.playing ? 'Pause' : 'Play', player.playing ? icons.pause : icons.play);
    face(this.#mute, ...muteFace(player));
    this.#volume.value = String(player.volume);
    this.#bar.hidden = this.element.getAttribute('controls') === 'none';
    this.#draw();
  }

  get #scale(): number {
    return Math.max(1, this.#canvas.clientWidth) / Math.min(kSpan, Math.max(1, this.player.seconds));
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    const { player } = this,
      canvas = this.#canvas,
      { clientWidth: width, clientHeight: height } = canvas,
      ratio = Math.min(2, devicePixelRatio),
      now = Math.min(player.time, player.seconds),
      scale = this.#scale,
      span = width / scale;
    if (now < this.#from || now > this.#from + span * 0.95) this.#from = Math.max(0, now - span * 0.05);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d');
    if (context && width > 0) {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const { top, lanes } = this.#picture,
        lane = Math.max(6, (height - top) / Math.max(1, lanes.length));
      const programLabel = (program: number): string => `Program ${program}`;
      const view = {
        width,
        height,
        lane,
        from: this.#from,
        scale,
        now,
        length: player.seconds,
        muted: 0,
        voices: player.voices,
        programLabel,
      };
      this.#picture.draw(context, view, this.#colors);
    }
    this.#time.value = String(now);
    this.#time.setAttribute('aria-valuetext', `${now.toFixed(1)} s`);
    this.#clock.textContent = `${clockText(now)} / ${clockText(player.seconds)}`;
    if (!player.playing) return;
    if (performance.now() - this.#lastTimeUpdate > kTimeUpdateMs) {
      this.#lastTimeUpdate = performance.now();
      this.#dispatch('timeupdate');
    }
    this.#draw();
  }

  get #colors(): RollColors {
    const style = getComputedStyle(this.#box),
      color = (name: string): string => style.getPropertyValue(name).trim();
    return {
      text: color('--_text'),
      quiet: color('--_quiet'),
      line: color('--_hover'),
      strong: color('--_line'),
      accent: color('--_accent'),
      surface: color('--_surface'),
      isDark: style.colorScheme === 'dark',
    };
  }
}

const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
