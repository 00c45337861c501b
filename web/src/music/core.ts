// The core for hearing (native/wasm/sound/sound.cpp) with one song in it: in the worklet that is heard, in the worker that
// seeks, in Node. A song that it cannot play is an error or a trap, after which it is not used again.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?(): void;
  alloc(bytes: number): number;
  heap_end(): number;
  song_open(bytes: number, size: number, withRoll: number): number;
  song_length(song: number): number;
  song_position(song: number): number;
  song_programs(song: number): number;
  song_version(song: number): number;
  roll_count(song: number, kind: number): number;
  roll_rows(song: number, kind: number): number;
  song_mute(song: number, channels: number): void;
  song_render(song: number, samples: number): number;
  song_seek(song: number, sample: number): void;
  song_repeat(song: number): void;
  song_levels(song: number): number;
  song_voices(song: number): number;
  keyboard_note(song: number, program: number, key: number, velocity: number): void;
  keyboard_render(song: number): number;
  keyboard_voices(song: number): number;
}

/** Samples that share one set of parameters; what one call of `render` gives at most. */
export const kFrameSamples = 128;
export const kChannelCount = 16;
export const kVoiceCount = 64;
/** Stands for a voice that is free. */
export const kFreeVoice = 0xffffffff;

/** A song where it stands: another core of the same module goes on from there, to the same bits. */
export interface SongState {
  memory: ArrayBuffer;
  song: number;
}

/** Numbers of four bytes per row of each table of the roll. */
const kRowWords = [4, 3, 2, 4] as const;
/** Rows as native/music/roll.h has them: roll.ts reads them. */
export interface RollRows {
  notes: Uint32Array;
  programs: Uint32Array;
  tempo: Uint32Array;
  effects: Uint32Array;
}

export class SoundCore {
  readonly #exports: Exports;
  #song = 0;
  #floats = new Float32Array(0);

  constructor(module: WebAssembly.Module) {
    const imports: WebAssembly.Imports = {};
    for (const { module: space, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind !== 'function') continue;
      (imports[space] ??= {})[name] = () => {
        if (name !== 'emscripten_notify_memory_growth') throw new WebAssembly.RuntimeError(name);
      };
    }
    this.#exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.#exports._initialize?.();
  }

  /** False where the file is no song that can be played. */
  open(file: Uint8Array, withRoll = false): boolean {
    const pointer = this.#exports.alloc(file.length) >>> 0;
    if (pointer === 0) return false;
    new Uint8Array(this.#exports.memory.buffer, pointer, file.length).set(file);
    this.#song = this.#exports.song_open(pointer, file.length, Number(withRoll));
    return this.#song !== 0;
  }

  /** Sample of the last event; tails sound on behind it. */
  get length(): number {
    return this.#exports.song_length(this.#song);
  }
  get position(): number {
    return this.#exports.song_position(this.#song);
  }
  get programCount(): number {
    return this.#exports.song_programs(this.#song);
  }
  /** Generation of the synthesizer, 0 to 6. */
  get version(): number {
    return this.#exports.song_version(this.#song);
  }

  roll(): RollRows {
    const rows = (kind: number): Uint32Array => {
      const count = this.#exports.roll_count(this.#song, kind) * kRowWords[kind]!;
      return new Uint32Array(
        this.#exports.memory.buffer,
        this.#exports.roll_rows(this.#song, kind) >>> 0,
        count,
      ).slice();
    };
    return { notes: rows(0), programs: rows(1), tempo: rows(2), effects: rows(3) };
  }

  /** A bit per channel that is not to be heard. */
  mute(channels: number): void {
    this.#exports.song_mute(this.#song, channels);
  }
  /** Left and right in turn, up to 128 of each; a view until the next call. */
  render(samples: number): Float32Array {
    return this.#view(this.#exports.song_render(this.#song, samples), 2 * Math.min(kFrameSamples, samples));
  }
  /** Plays silently to a sample, from the start where that lies before: 10 s take a third of a second. */
  seek(sample: number): void {
    this.#exports.song_seek(this.#song, sample);
  }
  /** From the first event on again, while what has sounded fades. */
  repeat(): void {
    this.#exports.song_repeat(this.#song);
  }
  /** 16 peaks since the last call, then 16 numbers of voices; a view until the next call. */
  levels(): Float32Array {
    return this.#view(this.#exports.song_levels(this.#song), 2 * kChannelCount);
  }

  /** The notes of the 64 voices in the last frame, as `voiceOf` numbers them, or kFreeVoice. */
  voices(): Uint32Array {
    return new Uint32Array(this.#exports.memory.buffer, this.#exports.song_voices(this.#song) >>> 0, kVoiceCount);
  }

  /** A key of a keyboard that plays a program of the song, beside it; velocity 0 lets it go. */
  note(program: number, key: number, velocity: number): void {
    this.#exports.keyboard_note(this.#song, program, key, velocity);
  }
  /** 128 pairs of the keyboard; undefined before its first note. */
  renderKeyboard(): Float32Array | undefined {
    const pointer = this.#exports.keyboard_render(this.#song);
    return pointer === 0 ? undefined : this.#view(pointer, 2 * kFrameSamples);
  }
  get keyboardVoices(): number {
    return this.#exports.keyboard_voices(this.#song);
  }

  /** All of it, copied. */
  get state(): SongState {
    return { memory: this.#exports.memory.buffer.slice(0, this.#exports.heap_end() >>> 0), song: this.#song };
  }
  /** Becomes what another core of the same module was. */
  restore({ memory, song }: SongState): void {
    const own = this.#exports.memory,
      missing = memory.byteLength - own.buffer.byteLength;
    if (missing > 0) own.grow(Math.ceil(missing / 65536));
    new Uint8Array(own.buffer).set(new Uint8Array(memory));
    this.#song = song;
  }

  #view(pointer: number, length: number): Float32Array {
    // Memory that has grown is a new one.
    const { buffer } = this.#exports.memory;
    if (this.#floats.buffer !== buffer) this.#floats = new Float32Array(buffer);
    const first = (pointer >>> 0) / 4;
    return this.#floats.subarray(first, first + length);
  }
}
