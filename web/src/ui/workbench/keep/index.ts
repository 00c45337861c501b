// Keeping what is made: Save, the draft that survives the page, the document that another program changes.

import { fill } from '../../../base/lists';
import { discardDraft, type KeptDraft, openDrafts, unsavedDrafts } from '../../drafts';
import type { RoomKit } from '../../world/kit';
import type { Bench } from '../bench';
import { difference } from '../sync';
import { t } from '../text/words';
import { Disk, Saver } from './disk';
import { filesOf, hold, Recorder, stateOf } from './recorder';
import { unsavedText } from './texts';

interface Answer {
  label: string;
  run(): void;
}

/** A line over the picture that says what has happened to the document, and asks what to do. */
class Bar {
  readonly #element: HTMLElement;

  constructor(private readonly bench: Bench) {
    this.#element = bench.kit.h('div', { class: 'bench-keep', attributes: { role: 'alert', hidden: true } });
    bench.picture.canvas.parentElement!.append(this.#element);
  }

  /** The answer that is chosen runs; the line goes. */
  ask(text: string, answers: readonly Answer[]): void {
    const { h } = this.bench.kit;
    this.#element.hidden = false;
    fill(this.#element, [
      h('span', { text }),
      ...answers.map(({ label, run }) =>
        h('button', {
          class: 'button small',
          text: label,
          attributes: { type: 'button' },
          on: {
            click: () => {
              this.#element.hidden = true;
              run();
            },
          },
        }),
      ),
    ]);
  }

  tell(text: string): void {
    this.ask(text, [{ label: this.bench.kit.t('OK'), run: () => undefined }]);
  }

  dispose(): void {
    this.#element.remove();
  }
}

interface Keep {
  save(): Promise<void>;
  dispose(): void;
}

/** The draft that the next workbench goes on with. */
let next: KeptDraft | undefined;
/** The draft of the last workbench, whose panes may be made again, and the end of writing it. */
let last: KeptDraft | undefined,
  ended = Promise.resolve(),
  seenOnDisk: string | undefined;

/** Opens a kept draft as its document was, with its files; the workbench then takes its steps. */
export async function proceed(kit: RoomKit, draft: KeptDraft): Promise<void> {
  const base = await openDrafts(),
    files = await filesOf(base, draft.id).finally(() => base.close());
  next = draft;
  kit.create(
    draft.name,
    draft.opened,
    files.map(({ name, data }) => ({ name, data })),
    draft.base,
  );
}

/** `restored`: it goes on with a draft that was kept. */
export const keep = (bench: Bench, restored: boolean): Keep => new Keeper(bench, restored);

class Keeper implements Keep {
  readonly #bar: Bar;
  readonly #saver: Saver;
  readonly #disk: Disk;
  readonly #ending = new AbortController();
  readonly #ends: (() => void)[] = [];
  #recorder: Recorder | undefined;
  /** Nothing is kept here. */
  #isLost = false;
  #isCopy = false;

  constructor(
    private readonly bench: Bench,
    restored: boolean,
  ) {
    const going = restored ? (next ?? last) : undefined;
    if (restored) next = last = undefined;
    // The page reads a file again that has changed: what is kept is asked about all the same.
    const seen = restored && going?.name === bench.file.name ? seenOnDisk : undefined;
    seenOnDisk = undefined;
    this.#bar = new Bar(bench);
    this.#disk = new Disk(going?.handle ?? bench.file.handle, (text) => this.#changedOnDisk(text), seen);
    this.#saver = new Saver(bench, this.#disk);
    const { signal } = this.#ending;
    addEventListener('beforeunload', (event) => this.#isLost && !bench.draft.isSaved && event.preventDefault(), {
      signal,
    });
    addEventListener('pagehide', () => void this.#recorder?.flush(), { signal });
    document.addEventListener('visibilitychange', () => document.hidden && void this.#recorder?.flush(), { signal });
    this.#ends.push(bench.draft.on((event) => event !== 'page' && this.#recorder?.changed()));
    void this.#start(going).catch(() => this.#lose());
  }

  async save(): Promise<void> {
    const { bench } = this;
    bench.draft.settle();
    // What another program has written meanwhile is asked about first.
    if (await this.#disk.look()) return;
    const { text } = bench.draft,
      saved = await this.#saver.save(this.#isCopy);
    if (saved === undefined) return;
    // What was typed meanwhile is not.
    if (bench.draft.text === text) {
      bench.draft.markSaved();
      await this.#recorder?.saved();
    }
    bench.say(saved);
  }

  dispose(): void {
    this.#ending.abort();
    for (const end of this.#ends.splice(0)) end();
    seenOnDisk = this.#disk.seen;
    this.#disk.dispose();
    this.#bar.dispose();
    last = this.#recorder?.draft;
    if (this.#recorder) ended = this.#recorder.end();
  }

  async #start(going: KeptDraft | undefined): Promise<void> {
    const { bench } = this,
      { name, base } = bench.file,
      { signal } = this.#ending;
    await ended;
    const store = await openDrafts();
    const isAlone = await hold(`vitrine-world ${base ?? name}`, signal);
    if (!isAlone) {
      this.#isCopy = true;
      bench.say(bench.kit.t('{name} is open in another tab: this is a copy.', { name }));
    }
    if (signal.aborted) return store.close();
    this.#recorder = new Recorder(bench, store, this.#disk.handle, going, () => this.#lose());
    await this.#recorder.begin(signal);
    if (going || signal.aborted) return;
    const { free } = await unsavedDrafts(store),
      chosen = free.find(({ id }) => id === next?.id);
    next = undefined;
    if (chosen) return this.#restore(chosen);
    const own = isAlone ? free.find((draft) => draft.name === name && draft.base === base) : undefined;
    if (own && !signal.aborted) this.#offer(store, own);
  }

  async #restore(draft: KeptDraft): Promise<void> {
    const base = await openDrafts(),
      files = await filesOf(base, draft.id),
      state = await stateOf(base, draft);
    if (this.#ending.signal.aborted) return;
    const { bench } = this,
      there = new Set(bench.file.files.map(({ name }) => name));
    // The document was opened as it was at first: what has joined it since is not there yet.
    bench.addFiles(files.filter(({ name }) => !there.has(name)));
    next = draft;
    bench.restore(state);
  }

  #offer(store: IDBDatabase, draft: KeptDraft): void {
    const { t: words } = this.bench.kit;
    this.#bar.ask(unsavedText(this.bench.kit, draft), [
      { label: words('Continue'), run: () => void this.#restore(draft).catch(() => this.#lose()) },
      { label: words('Discard'), run: () => void discardDraft(store, draft.id) },
    ]);
  }

  #changedOnDisk(text: string): void {
    const { bench } = this,
      { draft, kit, file } = bench;
    if (text === draft.text) return draft.markSaved();
    if (draft.isSaved) return this.#take(text);
    this.#bar.ask(kit.t('{name} has changed on disk.', { name: file.name }), [
      { label: kit.t('Keep mine'), run: () => bench.say(kit.t('The next save replaces the file on disk.')) },
      { label: kit.t('Take theirs'), run: () => this.#take(text) },
    ]);
  }

  /** The text on disk is a step as others are. */
  #take(text: string): void {
    const { draft, kit, file } = this.bench,
      splice = difference(draft.text, text);
    if (!splice) return;
    draft.apply({ label: t('Text from the disk'), splices: [splice] });
    draft.markSaved();
    void this.#recorder?.saved();
    this.bench.say(kit.t('{name} changed on disk and was reloaded', { name: file.name }));
  }

  #lose(): void {
    if (this.#isLost || this.#ending.signal.aborted) return;
    this.#isLost = true;
    const { kit } = this.bench;
    this.#bar.tell(kit.t('This browser keeps nothing here: what is not saved is lost with the page.'));
  }
}
