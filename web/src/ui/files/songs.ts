// Songs and effect files among what is opened. What shows and plays them is a script of its own, fetched with the first.

import { plainFile } from '../../archives/unpack';
import type { SourceFile } from '../../protocol/files';
import { readingError } from '../../base/errors';
import { scriptUrl } from '../../base/trusted';
import { h, iconButton, setIcon } from '../dom';
import { fixed, t } from '../language';
import type { SongRoom } from '../music/room';
import { Structure } from '../structure';
import type { Report } from '../../core/report';

interface SongHost {
  /** Where the room stands. */
  place: HTMLElement;
  /** Puts its tabs into the bar. */
  readonly tabs: (tabs: HTMLElement) => void;
  /** A panel of it came, went or has another width. */
  readonly arranged: () => void;
  say(text: string): void;
}

export type SongResult =
  { opened: true } | { opened: false; code: string; message: string; report: Pick<Report, 'issues'> | undefined };

export class Songs {
  room: SongRoom | undefined;
  #coming: Promise<SongRoom> | undefined;
  #dropped = 0;

  constructor(private readonly host: SongHost) {}

  /** The song that shows stays where this one cannot be played. */
  async open(
    name: string,
    files: readonly SourceFile[],
    { time, play }: { time?: number | undefined; play: boolean },
  ): Promise<SongResult> {
    const own = files.find((file) => file.name === name),
      dropped = this.#dropped;
    try {
      const room = await this.#load();
      const plain = await plainFile(name, own!.data);
      const bytes = new Uint8Array(plain instanceof Blob ? await plain.arrayBuffer() : plain.slice(0));
      if (dropped !== this.#dropped) throw new Error(t('Cancelled.'));
      const outcome = await room.open({ name, bytes, play, ...(time !== undefined && { time }) });
      if (outcome.opened) return { opened: true };
      const { issue } = outcome;
      const issues = { numErrors: 1, numWarnings: 0, numInfos: 0, numHints: 0, truncated: false };
      const report = { issues: { ...issues, messages: [{ ...issue, source: name }] } };
      return { opened: false, code: issue.code, message: issue.message, report };
    } catch (error) {
      return { opened: false, code: 'FILE_UNREADABLE', message: readingError(name, error), report: undefined };
    }
  }

  /** Gives up what is being opened. */
  drop(): void {
    this.#dropped += 1;
    this.room?.player.giveUp();
  }

  show(shown: boolean): void {
    document.body.classList.toggle('is-song', shown);
    this.room?.show(shown);
  }

  #load(): Promise<SongRoom> {
    this.#coming ??= this.#make().catch((error: unknown) => {
      // The next try may find it.
      this.#coming = undefined;
      throw error;
    });
    return this.#coming;
  }

  async #make(): Promise<SongRoom> {
    const url = new URL('./music-page.js', import.meta.url).href;
    const { SongRoom: Room } = (await import(url)) as { SongRoom: typeof SongRoom };
    const { host } = this;
    this.room = new Room({
      h,
      iconButton,
      setIcon,
      t,
      fixed,
      scriptUrl,
      say: (text) => host.say(text),
      tabs: host.tabs,
      arranged: host.arranged,
      structure: (source) => new Structure(source),
    });
    host.place.append(this.room.element);
    return this.room;
  }
}
