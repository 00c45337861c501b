// Where songs are shown and heard: the piano roll, its channels beside it, the spectrum and the line that plays below.
// Fetched when the first song is opened.

import type { Issue } from '../../core/report';
import { announce, withdraw } from '../../music/mediaSession';
import type { RollColors } from '../../music/picture';
import { SongPlayer } from '../../music/player';
import type { RollNote } from '../../music/roll';
import { perFrame } from '../perFrame';
import type { SongKit } from '../world/kit';
import type { SongPlace } from './bytes';
import { Channels } from './channels';
import { Chosen, RollView } from './rollView';
import { SongTools } from './tools';
import { Spectrum, Transport } from './transport';

interface SongKeys {
  toggle(): void;
  seekBy(seconds: number): void;
  seek(seconds: number): void;
  /** Seconds of the song. */
  end(): number;
  zoom(factor: number): void;
  mute(): void;
  loop(): void;
  /** Chooses the next note or the one before. */
  step(by: 1 | -1): void;
  /** The first lane is 0. */
  press(lane: number, what: 'mute' | 'solo'): void;
}

/** Keys of a song: on the roll, and the few that hold wherever the focus is in the room. */
function listenToKeys(room: HTMLElement, roll: HTMLElement, keys: SongKeys): void {
  const onRoll = (event: KeyboardEvent): boolean => {
    switch (event.key) {
      case 'ArrowLeft':
        keys.seekBy(event.shiftKey ? -10 : -1);
        return true;
      case 'ArrowRight':
        keys.seekBy(event.shiftKey ? 10 : 1);
        return true;
      case 'Home':
        keys.seek(0);
        return true;
      case 'End':
        keys.seek(keys.end());
        return true;
      case ',':
        keys.step(-1);
        return true;
      case '.':
        keys.step(1);
        return true;
      case '+':
      case '=':
        keys.zoom(1.25);
        return true;
      case '-':
        keys.zoom(0.8);
        return true;
      default:
        return false;
    }
  };
  const anywhere = (event: KeyboardEvent): boolean => {
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (digit) {
      keys.press(Number(digit[1]) - 1, event.shiftKey ? 'solo' : 'mute');
      return true;
    }
    switch (event.key.toLowerCase()) {
      case ' ':
        if ((event.target as Element).closest('button, label, input[type=checkbox]')) return false;
        keys.toggle();
        return true;
      case 'm':
        keys.mute();
        return true;
      case 'l':
        keys.loop();
        return true;
      default:
        return false;
    }
  };
  room.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target === roll && onRoll(event)) && !anywhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

export interface SongFile {
  name: string;
  bytes: Uint8Array;
  /** Seconds where it stands first. */
  time?: number;
  play: boolean;
}

export class SongRoom {
  readonly element: HTMLElement;
  readonly player: SongPlayer;
  /** Called with the position of the song, a few times a second. */
  onTime: (seconds: number) => void = () => undefined;
  readonly #transport: Transport;
  readonly #channels: Channels;
  readonly #roll: RollView;
  readonly #scroll: HTMLElement;
  readonly #tools: SongTools;
  readonly #chosen: Chosen;
  readonly #spectrum = new Spectrum();
  readonly #spectrumCanvas: HTMLCanvasElement;
  readonly #note: HTMLElement;
  readonly #styled: Promise<void>;
  #title = '';
  readonly #queue = perFrame(() => this.#draw());
  /** Seconds that were drawn last. */
  #drawn = 0;

  constructor(private readonly kit: SongKit) {
    const { h, t } = kit;
    const style = h('link', { attributes: { rel: 'stylesheet', href: 'styles/music.css' } });
    this.#styled = new Promise((resolve) => {
      for (const end of ['load', 'error']) style.addEventListener(end, () => resolve());
    });
    document.head.append(style);
    this.player = new SongPlayer({ script: kit.scriptUrl });
    this.#transport = new Transport(kit, this.player, {
      toggle: () => void this.toggle(),
      seek: (seconds) => this.seek(seconds),
    });
    this.#channels = new Channels(kit, (mask) => (this.player.mutedChannels = mask));
    this.#tools = new SongTools(kit, {
      note: (program, key, velocity) => void this.player.note(program, key, velocity),
      show: (place) => this.#showPlace(place),
    });
    this.#chosen = new Chosen(kit, {
      sound: (program) => void this.#tools.sound(program),
      bytes: (note) => void this.#tools.bytes(note),
    });
    kit.tabs(this.#tools.tabs);
    this.#roll = new RollView(kit, {
      seek: (seconds) => this.seek(seconds),
      playEffect: (effect) => void this.play(() => this.player.playEffect(effect)),
      press: (channel, what) => this.#channels.press(channel, what),
      choose: (note) => this.#choose(note),
    });
    this.#spectrumCanvas = h('canvas', {
      class: 'song-spectrum',
      attributes: { role: 'img', 'aria-label': t('Spectrum') },
    });
    this.#note = h('p', { class: 'song-note', attributes: { role: 'status', hidden: true } });
    this.#scroll = h('div', { class: 'song-lanes' }, this.#channels.element, this.#roll.canvas);
    this.element = h(
      'section',
      { class: 'song-room', attributes: { 'aria-label': t('Song'), hidden: true } },
      this.#scroll,
      this.#tools.element,
      this.#note,
      this.#chosen.element,
      this.#spectrumCanvas,
      this.#transport.element,
    );
    this.#listen();
  }

  /** Opens a song; the shown document stays until this one can be played. */
  async open({ name, bytes, time, play }: SongFile): Promise<{ opened: true } | { opened: false; issue: Issue }> {
    const [outcome] = await Promise.all([this.player.open(name, bytes), this.#styled]);
    if (outcome.issue) return { opened: false, issue: outcome.issue };
    this.#title = name.split('/').pop() ?? name;
    this.element.hidden = false;
    this.#say('');
    this.#roll.show(outcome.facts);
    this.#channels.show(this.#roll.roll, this.#roll.channels);
    this.#tools.show(name, bytes, this.#roll.roll);
    this.#chosen.show(undefined);
    this.player.mutedChannels = this.#channels.mask;
    this.#transport.show();
    this.#layOut();
    if (time !== undefined && time > 0) this.seek(time);
    if (play) void this.play();
    this.#request();
    return { opened: true };
  }

  show(shown: boolean): void {
    this.element.hidden = !shown;
    if (!shown) {
      this.player.pause();
      withdraw();
      return;
    }
    this.#layOut();
    this.#roll.canvas.focus({ preventScroll: true });
  }

  async play(start = () => this.player.play()): Promise<void> {
    const outcome = await start(),
      { t } = this.kit;
    // Firefox starts no sound, and does not say so, where there is no output.
    const reason = navigator.userActivation?.hasBeenActive
      ? t('The browser cannot start audio: this device seems to have no audio output.')
      : t('Press Play: this browser starts sound only after a click or a key.');
    this.#say(outcome === 'refused' ? reason : '');
    if (outcome === 'playing') announce(this.#title, this.player);
  }

  toggle(): Promise<void> | void {
    return this.player.playing ? this.player.pause() : this.play();
  }

  seek(seconds: number): void {
    const last = this.player.seconds;
    void this.player.seek(Math.max(0, Math.min(seconds, last)));
    this.#roll.follow(this.player.time);
    this.#request();
  }

  get time(): number {
    return this.player.time;
  }

  get playing(): boolean {
    return this.player.playing;
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  #listen(): void {
    const { player } = this,
      { t } = this.kit;
    player.on('change', () => {
      this.#transport.update();
      if (!player.playing) this.#channels.rest();
      this.element.dataset.state = player.playing ? 'playing' : 'paused';
      this.#request();
    });
    player.on('progress', (part) => {
      this.#transport.progress(part);
      this.#request();
    });
    player.on('levels', (levels) => player.playing && this.#channels.levels(levels));
    player.on('failed', (message) => this.#say(t('The sound stopped: {message}', { message })));
    listenToKeys(this.element, this.#roll.canvas, {
      toggle: () => void this.toggle(),
      seekBy: (seconds) => this.seek(player.time + seconds),
      seek: (seconds) => this.seek(seconds),
      end: () => player.seconds,
      zoom: (factor) => {
        this.#roll.zoom(factor);
        this.#request();
      },
      mute: () => (player.muted = !player.muted),
      loop: () => (player.loop = !player.loop),
      step: (by) => this.#choose(this.#roll.step(by, player.time)),
      press: (index, what) => {
        const channel = this.#roll.channels[index];
        if (channel !== undefined) this.#channels.press(channel, what);
      },
    });
    for (const name of ['wheel', 'pointermove', 'focus', 'blur'] as const)
      this.#roll.canvas.addEventListener(name, () => this.#request(), { passive: true });
    new ResizeObserver(() => this.#layOut()).observe(this.#scroll);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && !this.#transport.inBackground) player.pause();
    });
    new MutationObserver(() => this.#request()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** The user chose a note in the roll. */
  #choose(note: RollNote | undefined): void {
    this.#chosen.show(note);
    if (note) {
      this.#roll.choose(note);
      this.#tools.follow(note);
    } else this.#roll.chooseNone();
    this.#request();
  }

  /** Shows the note of a byte or a sound in the roll. */
  #showPlace(place: SongPlace): void {
    this.#chosen.show(place.kind === 'note' ? place.note : undefined);
    if (place.kind === 'note') this.#roll.choose(place.note);
    else if (place.kind === 'program') this.#roll.frameProgram(place.program, this.player.time);
    else if (place.kind === 'time') this.#roll.mark(place.seconds);
    else this.#roll.chooseNone();
    this.#request();
  }

  #layOut(): void {
    if (this.element.hidden) return;
    const { lane, top } = this.#roll.layOut(this.#scroll.clientHeight);
    this.#scroll.style.setProperty('--lane', `${lane}px`);
    this.#scroll.style.setProperty('--lanes-top', `${top}px`);
    this.#request();
  }

  #request(): void {
    if (!this.element.hidden) this.#queue();
  }

  #draw(): void {
    const { player } = this,
      now = player.time;
    // Media keys seek as well, which no hand on the roll has asked for.
    if (now !== this.#drawn) this.#roll.follow(now);
    this.#drawn = now;
    const style = getComputedStyle(this.element),
      color = (name: string): string => style.getPropertyValue(name).trim();
    const colors: RollColors = {
      text: color('--text'),
      quiet: color('--text-quiet'),
      line: color('--line'),
      strong: color('--line-strong'),
      accent: color('--accent'),
      surface: color('--surface'),
      isDark: style.colorScheme !== 'light',
    };
    this.#roll.draw({ now, muted: player.mutedChannels, voices: player.voices }, colors);
    this.#drawSpectrum(colors);
    this.#transport.time(now);
    this.onTime(now);
    if (player.playing) this.#request();
  }

  #drawSpectrum(colors: RollColors): void {
    const canvas = this.#spectrumCanvas,
      { clientWidth: width, clientHeight: height } = canvas,
      ratio = Math.min(2, devicePixelRatio);
    if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
    if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#spectrum.draw(context, width, height, this.player.analyser, colors);
  }

  #say(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = text === '';
  }
}
