// The bytes of a song as records with their fields, and what each stands for in the roll and among the sounds.

import type { EffectTable, SongTable } from '../../core/sound';
import type { Roll, RollNote } from '../../music/roll';
import type { SongFiles } from './files';
import type { SongKit } from '../world/kit';

/** Meaning of a byte. */
export type SongPlace =
  | { kind: 'note'; note: RollNote }
  /** A moment of the song: a tempo change, a program change, an effect. */
  | { kind: 'time'; seconds: number }
  | { kind: 'program'; program: number }
  | { kind: 'globals' };

interface Channel {
  /** Offset of its first row, after their count. */
  at: number;
  notes: number;
}

const kNotePlanes = 5;
const kProgramPlanes = 4;
const kTempoBytes = 10;
const kEffectBytes = 16;

/**
 * Which bytes of a file the notes, programs and tempo changes of its song are, and what a byte stands for. Rows lie in
 * planes: native/formats/v2m/FORMAT.md.
 */
export class SongPlaces {
  readonly #view: DataView;
  readonly #song: SongTable;
  readonly #base: number;
  /** Where the rows of effects begin. */
  readonly #effects: number | undefined;
  readonly #channels: Channel[];
  readonly #notes: Map<string, RollNote>;

  /** `table` is that of the file's report. */
  constructor(
    private readonly file: Uint8Array,
    table: SongTable | EffectTable,
    private readonly roll: Roll,
  ) {
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const inside = 'music' in table,
      start = (what: string): number => table.sections.find((section) => section.what === what)!.at;
    this.#song = inside ? table.music : table;
    this.#base = inside ? start('music') : 0;
    this.#effects = inside ? start('effects') : undefined;
    this.#channels = this.#song.sections
      .filter(({ what }) => what === 'channel')
      .map(({ at }) => ({ at: this.#base + at + 4, notes: this.#view.getUint32(this.#base + at, true) }));
    this.#notes = new Map(roll.notes.map((note) => [`${note.channel} ${note.row}`, note]));
  }

  /** Offsets of the bytes of a note on: its key first, its velocity, and the three of its tick. */
  noteBytes({ channel, row }: RollNote): number[] {
    const { at, notes } = this.#channels[channel]!;
    return [3, 4, 0, 1, 2].map((plane) => at + plane * notes + row);
  }

  at(offset: number): SongPlace | undefined {
    const at = offset - this.#base,
      section = this.#song.sections.find((each) => at >= each.at && at < each.at + each.bytes);
    if (this.#effects !== undefined && offset >= this.#effects)
      return this.#time(this.roll.effects[Math.floor((offset - this.#effects) / kEffectBytes)]?.start);
    if (section?.what === 'tempo') return this.#tempo(at - section.at - 4);
    if (section?.what === 'globals') return { kind: 'globals' };
    if (section?.what === 'patches') return this.#patch(at);
    if (section?.what !== 'channel') return undefined;
    return this.#row(this.#song.sections.filter(({ what }) => what === 'channel').indexOf(section), offset);
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  #time(seconds: number | undefined): SongPlace | undefined {
    return seconds === undefined ? undefined : { kind: 'time', seconds };
  }

  /** Three planes of ticks, numbers of four bytes, three planes more. */
  #tempo(at: number): SongPlace | undefined {
    const { length } = this.#song.tempo;
    if (at < 0 || at >= length * kTempoBytes) return undefined;
    const row = at >= 3 * length && at < 7 * length ? (at - 3 * length) >> 2 : at % length;
    return this.#time(this.roll.tempo[row]?.at);
  }

  #patch(at: number): SongPlace | undefined {
    const { at: table, count, sizes } = this.#song.patches;
    let end = table + 4 * count;
    // An entry of the table leads to its patch.
    if (at < end) return at < table ? undefined : { kind: 'program', program: (at - table) >> 2 };
    const program = sizes.findIndex((size) => at < (end += size));
    return program < 0 ? undefined : { kind: 'program', program };
  }

  #row(channel: number, offset: number): SongPlace | undefined {
    const { at, notes } = this.#channels[channel]!,
      inside = offset - at;
    if (inside < 0 || notes === 0) return undefined;
    if (inside < kNotePlanes * notes) return this.#note(channel, inside % notes);
    const programsAt = at + kNotePlanes * notes,
      count = this.#view.getUint32(programsAt, true),
      place = offset - programsAt - 4;
    if (place < 0 || place >= kProgramPlanes * count) return undefined;
    const rows = this.roll.programs.filter((row) => row.channel === channel);
    return this.#time(rows[place % count]?.at);
  }

  /** The note of a row; of a note off, the one that it ends. */
  #note(channel: number, row: number): SongPlace | undefined {
    const { at, notes } = this.#channels[channel]!;
    let own = this.#notes.get(`${channel} ${row}`);
    if (!own) {
      let key = 0;
      for (let i = 0; i <= row; ++i) key = (key + this.file[at + 3 * notes + i]!) & 255;
      for (let before = row - 1; before >= 0 && own?.note !== key; --before)
        own = this.#notes.get(`${channel} ${before}`);
      if (own?.note !== key) return undefined;
    }
    return { kind: 'note', note: own };
  }
}

export class SongBytes {
  readonly element: HTMLElement;
  readonly #structure: ReturnType<SongKit['structure']>;
  #name = '';
  #roll: Roll | undefined;
  #places: Promise<SongPlaces | undefined> | undefined;

  /** `chosen` is called with the place of the cursor. */
  constructor(
    private readonly kit: SongKit,
    private readonly files: SongFiles,
    chosen: (place: SongPlace) => void,
  ) {
    const { h, t } = kit;
    this.#structure = kit.structure({
      bytes: (_, offset, length) => Promise.resolve(files.bytes(offset, length)),
      record: (_, offset) => files.record(offset),
    });
    this.#structure.onCursor = (_, offset) =>
      void this.#places?.then((places) => {
        const place = places?.at(offset);
        if (place) chosen(place);
      });
    this.element = h(
      'section',
      { class: 'song-bytes', attributes: { 'aria-label': t('Structure') } },
      h('h2', { text: t('Structure') }),
      this.#structure.element,
    );
  }

  /** Reads nothing yet. */
  show(name: string, roll: Roll): void {
    this.#name = name;
    this.#roll = roll;
    this.#places = undefined;
  }

  /** It can be seen: now the file is read. */
  enter(): Promise<SongPlaces | undefined> {
    return (this.#places ??= this.#read());
  }

  /** The bytes of a note; of a number, those from there on. */
  async reveal(what: RollNote | number): Promise<void> {
    const places = await this.enter();
    if (places) await this.#structure.reveal(this.#name, typeof what === 'number' ? what : places.noteBytes(what)[0]!);
  }

  async #read(): Promise<SongPlaces | undefined> {
    const answer = await this.files.report();
    if (answer.type === 'failed') {
      this.kit.say(answer.issue.message);
      return undefined;
    }
    const { report } = answer;
    this.#structure.show(report);
    const size = report.files[0]!.bytes;
    return new SongPlaces(
      this.files.bytes(0, size),
      report.info.format as unknown as SongTable | EffectTable,
      this.#roll!,
    );
  }
}
