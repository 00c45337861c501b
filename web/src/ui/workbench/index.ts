// The script of the workbench, fetched when a world is edited for the first time.

import type { WorldPick } from '../../engine/world/messages';
import type { RoomKit } from '../world/kit';
import type { EditedRoom, GivenFiles, Workbench } from '../world/edited';
import type { DraftState } from './text/draft';
import { chooseTemplate } from './palette';
import { Shell } from './shell';

export { proceed } from './keep/index';

/** A sheet of styles, once on the page; kept when it is there. */
function sheet({ h }: RoomKit, name: string): Promise<void> {
  const href = `styles/${name}.css`,
    known = sheets.get(href);
  if (known) return known;
  const link = h('link', { attributes: { rel: 'stylesheet', href } }),
    styled = new Promise<void>((resolve) => {
      for (const end of ['load', 'error']) link.addEventListener(end, () => resolve());
    });
  document.head.append(link);
  sheets.set(href, styled);
  return styled;
}
const sheets = new Map<string, Promise<void>>();

const kSheets = ['workbench', 'workbench-inspector', 'workbench-time'];

class RoomWorkbench implements Workbench {
  #shell: Shell | undefined;
  /** What the shell is about. */
  #document: EditedRoom['given'];
  #isShown = false;
  /** The draft of a document that was opened again. */
  #carried: DraftState | undefined;
  readonly #styled: Promise<unknown>;

  constructor(
    private readonly room: EditedRoom,
    private readonly leave: () => void,
  ) {
    this.#styled = Promise.all(kSheets.map((name) => sheet(room.kit, name)));
  }

  async show(shown: boolean): Promise<void> {
    this.#isShown = shown;
    if (!shown) return this.#shell?.visible(false);
    await this.#styled;
    const text = await this.#text();
    if (!this.#isShown || text === undefined) return;
    if (this.#shell && this.#document === this.room.given) this.#shell.bench.adopt(text);
    else this.#make(text, this.#carried);
    this.#carried = undefined;
    this.#shell?.visible(true);
  }

  async opened(): Promise<void> {
    const { given } = this.room,
      shell = this.#shell;
    if (!shell || this.#document === given) return;
    // The same document once more: files have joined it, or its own was read again.
    const isSame = given && this.#document?.name === given.name;
    this.#carried = isSame ? shell.bench.draft.toJSON() : undefined;
    if (isSame) this.room.addFiles(this.#document!.files.filter(({ joined }) => joined));
    this.#drop();
    if (this.#isShown) await this.show(true);
  }

  pick(pick: WorldPick | undefined): void {
    this.#shell?.pick(pick);
  }

  take(files: GivenFiles, at?: { x: number; y: number }): void {
    this.#shell?.take(files, at);
  }

  dispose(): void {
    this.#drop();
  }

  #drop(): void {
    this.#shell?.dispose();
    this.#shell = undefined;
  }

  /** The text that the engine shows. */
  async #text(): Promise<string | undefined> {
    const { client, view } = this.room,
      found = (await client.ask({ type: 'document', view })) as { text: string } | undefined;
    return found?.text;
  }

  #make(taken: string, kept?: DraftState): void {
    const { given } = this.room;
    if (!given) return;
    this.#drop();
    this.#document = given;
    this.#shell = new Shell(this.room, {
      opened: new TextDecoder('utf-8', { ignoreBOM: true }).decode(given.text),
      taken,
      kept,
      leave: this.leave,
      restore: (state) => {
        this.#make(this.#shell?.bench.taken ?? taken, state);
        this.#shell?.visible(this.#isShown);
      },
    });
  }
}

/** `leave`: back to watching. */
export const openWorkbench = (room: EditedRoom, leave: () => void): Workbench => new RoomWorkbench(room, leave);

/** Asks what a new world begins with, and opens that to be edited. */
export async function createWorld(kit: RoomKit): Promise<void> {
  await sheet(kit, 'workbench');
  await chooseTemplate(kit);
}
