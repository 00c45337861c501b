// The bytes of a song as records with their fields, and what each stands for in the roll and among the sounds.

import type { EffectTable, SongTable } from '../../core/sound';
import type { Roll, RollNote } from '../../music/roll';
import type { SongFiles } from './files';
import type { SongKit } from './kit';
import { SongPlaces, type SongPlace } from './places';

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
