// The workbench of one document: its draft, the picture beside it, and what happens between the two.

import * as schema from './text/schema';
import { Draft, type DraftState } from './text/draft';
import { pageOf, pagesOf, targetOf, type Page } from './text/pages';
import { nodeAt } from './text/scan';
import { t, type Words } from './text/words';
import type { WorldIssue } from '../../core/worldReport';
import type { WorldOutline } from '../../core/world';
import type { WorldEvent, WorldPick } from '../../engine/world/messages';
import type { EditedRoom, RoomFile } from '../world/edited';
import type { RoomKit } from '../world/kit';
import type { Bench, BenchEngine, BenchEvent, BenchFile } from './bench';
import { engineOf, openIn, RoomPicture } from './picture';
import { Thumbnails } from './level/thumbnails';
import { CoreSync, difference } from './sync';

/** So long after the last edit the outline is asked for, and the warnings of the text. */
const kOutlineMs = 300;
const kIssuesMs = 1000;

/** What only the page around the panes can do. */
interface BenchHost {
  run(id: string): void;
  choose: Bench['choose'];
  prompt: Bench['prompt'];
  say(text: string): void;
  /** A pane that shows wants to know what ran. */
  wantsStates(): boolean;
  restore(state: DraftState): void;
  /** Text is being typed. */
  isTyping(): boolean;
}

export class WorldBench implements Bench {
  readonly kit: RoomKit;
  readonly draft: Draft;
  readonly picture: RoomPicture;
  readonly file: BenchFile;
  readonly engine: BenchEngine;
  readonly schema = schema;
  isRefused = false;
  /** When the text was last taken, while it is refused. */
  refusedSince: Date | undefined;
  readonly #sync: CoreSync;
  readonly #thumbnails: Thumbnails;
  readonly #listeners = new Set<(event: BenchEvent, loose: boolean) => void>();
  readonly #ends: (() => void)[] = [];
  #pages: { version: number; pages: Page[] } | undefined;
  #outlineTimer: ReturnType<typeof setTimeout> | undefined;
  #issuesTimer: ReturnType<typeof setTimeout> | undefined;
  /** Problems of the text, and those of drawing it. */
  #refusal: readonly WorldIssue[] = [];
  #drawn: readonly WorldIssue[];
  /** What the room plays. */
  #sound: string;
  /** Where Backspace leads back to. */
  readonly visited: string[] = [];

  /** `taken`: the text that the engine shows. */
  constructor(
    readonly room: EditedRoom,
    readonly host: BenchHost,
    opened: string,
    taken: string,
    kept?: DraftState,
  ) {
    const { name, handle, base } = room.given!;
    this.kit = room.kit;
    this.file = {
      name: name.split('/').pop() ?? name,
      handle,
      base,
      get files() {
        return room.given!.files;
      },
    };
    this.engine = engineOf(room);
    this.picture = new RoomPicture(room, this.engine);
    this.draft = kept ? Draft.restore(kept) : new Draft(opened);
    this.#drawn = room.issues;
    this.#sound = this.#soundNow();
    this.#sync = new CoreSync(
      {
        engine: this.engine,
        draft: this.draft,
        say: (text) => this.kit.t(text),
        reopen: (text) => this.#reopen(text),
        settled: (refusal) => this.#settled(refusal),
      },
      opened,
    );
    if (kept) this.#sync.taken = taken;
    else this.adopt(taken);
    this.#thumbnails = new Thumbnails(this, () => this.#emit('pictures'));
    this.#ends.push(this.draft.on((event, loose) => this.#changed(event, loose)));
    this.#ends.push(room.client.on((event) => this.#receive(event)));
    if (kept) this.#sync.changed(false, false);
  }

  /** What was changed while watching is a step as well; `text` is what the engine shows. */
  adopt(text: string): void {
    if (text === this.#sync.taken) return;
    this.#sync.taken = text;
    const own = difference(this.draft.text, text);
    if (own) this.draft.apply({ label: t('Changes while watching'), splices: [own] });
  }

  get pages(): Page[] {
    const { draft } = this;
    if (this.#pages?.version !== draft.version)
      this.#pages = { version: draft.version, pages: pagesOf(draft.rootText, draft.root) };
    return this.#pages.pages;
  }

  get page(): Page | undefined {
    const { pages, draft } = this;
    return (
      pages.find(({ pointer }) => pointer === draft.page) ??
      pages.find(({ kind }) => kind === 'scene' || kind === 'segment') ??
      pages[0]
    );
  }

  get refusal(): readonly WorldIssue[] {
    return this.#refusal;
  }
  get isApproximate(): boolean {
    return this.#sync.isApproximate;
  }
  /** The text that the picture shows. */
  get taken(): string {
    return this.#sync.taken;
  }

  /** The operator or name that is chosen, or the one around what is chosen. */
  get block(): string | undefined {
    const { draft } = this;
    for (let at = draft.selection.at(-1) ?? ''; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const node = nodeAt(draft.root, at);
      if (node && schema.classOf(draft.rootText, node)) return at;
    }
    return undefined;
  }

  on(listener: (event: BenchEvent, loose: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  run(id: string): void {
    this.host.run(id);
  }

  go(pointer: string): void {
    const { draft } = this,
      from = draft.selection.at(-1),
      page = pageOf(this.pages, pointer);
    if (from !== undefined && from !== pointer && this.visited.at(-1) !== from) this.visited.push(from);
    if (page && page.pointer !== draft.page) draft.openPage(page.pointer);
    draft.select([pointer]);
  }

  /** To what a name links; true if there was such a place. */
  follow(pointer: string): boolean {
    const { draft } = this,
      target = targetOf(draft.rootText, draft.root, pointer);
    if (target !== undefined) this.go(target);
    return target !== undefined;
  }

  back(): void {
    const to = this.visited.pop();
    if (to === undefined) return;
    this.go(to);
    this.visited.pop();
  }

  choose(...given: Parameters<Bench['choose']>): ReturnType<Bench['choose']> {
    return this.host.choose(...given);
  }
  prompt(...given: Parameters<Bench['prompt']>): ReturnType<Bench['prompt']> {
    return this.host.prompt(...given);
  }
  say(text: string): void {
    this.host.say(text);
  }

  restore(state: DraftState): void {
    this.host.restore(state);
  }

  /** Labels and reasons in the language of the page; empty for none. */
  words(words: Words | undefined): string {
    return words ? this.kit.t(words.text, words.values) : '';
  }

  /** A click in the picture: what lies there, and with the next one its owner. */
  picked(pick: WorldPick | undefined): void {
    const pointer = pick && this.picture.outline?.operators[pick.mesh]?.pointer;
    if (pointer === undefined) return this.draft.select([]);
    const { selection } = this.draft,
      front = selection.at(-1);
    const isAgain = front !== undefined && (pointer === front || pointer.startsWith(`${front}/`));
    this.go(isAgain ? (this.#owner(front) ?? pointer) : pointer);
  }

  #owner(pointer: string): string | undefined {
    const { draft } = this;
    for (let at = pointer.slice(0, pointer.lastIndexOf('/')); at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const node = nodeAt(draft.root, at);
      if (node?.kind === 'object' && schema.classOf(draft.rootText, node)) return at;
    }
    return undefined;
  }

  pictureOf(pointer: string): string | undefined {
    return this.#thumbnails.of(pointer);
  }

  dispose(): void {
    this.#thumbnails.dispose();
    for (const end of this.#ends.splice(0)) end();
    clearTimeout(this.#outlineTimer);
    clearTimeout(this.#issuesTimer);
    this.#sync.dispose();
    this.room.mark(-1);
  }

  #emit(event: BenchEvent, loose = false): void {
    for (const listener of this.#listeners) listener(event, loose);
  }

  #changed(event: BenchEvent, loose: boolean): void {
    if (event === 'text') this.#sync.changed(loose, this.host.isTyping());
    if (event === 'selection') this.mark();
    this.#emit(event, loose);
  }

  addFiles(files: readonly RoomFile[]): void {
    this.room.addFiles(files.map(({ name, data }) => ({ name, data, joined: true })));
    this.#thumbnails.forget();
  }

  /** Reads all of the text anew: a file that it missed has come. */
  reopen(): void {
    this.#sync.anew();
  }

  async #reopen(text: string): Promise<readonly WorldIssue[] | undefined> {
    const outcome = await openIn(this.room, this.room.view, text, this.picture.frame?.time ?? 0);
    return outcome.opened ? undefined : outcome.issues;
  }

  /** What is chosen stands out in the picture. */
  mark(): void {
    const front = this.draft.selection.at(-1);
    this.room.mark(front === undefined ? -1 : this.picture.operatorOf(front));
  }

  #settled(refusal: readonly WorldIssue[] | undefined): void {
    if (refusal && !this.isRefused) this.refusedSince = new Date();
    this.isRefused = refusal !== undefined;
    this.#refusal = refusal ?? [];
    if (!refusal) {
      clearTimeout(this.#outlineTimer);
      this.#outlineTimer = setTimeout(() => void this.#outline(), kOutlineMs);
      clearTimeout(this.#issuesTimer);
      this.#issuesTimer = setTimeout(() => void this.#askIssues(), kIssuesMs);
    }
    this.#emit('taken');
    this.#tellIssues();
  }

  /** What the document says of its song and effects. */
  #soundNow(): string {
    const { root, rootText } = this.draft,
      node = nodeAt(root, '/sound');
    return node ? rootText.slice(node.from, node.to) : '';
  }

  /** A draft that is ahead of the core is looked at when that has it. */
  #resound(): void {
    const sound = this.#soundNow();
    if (sound === this.#sound || this.draft.text !== this.taken) return;
    this.#sound = sound;
    this.room.resound(this.taken);
  }

  async #outline(): Promise<void> {
    const found = (await this.engine.ask({ type: 'document' })) as { outline: WorldOutline } | undefined;
    if (!found) return;
    this.#resound();
    this.picture.outlined(found.outline);
    this.room.retime(found.outline);
    this.mark();
    this.#emit('taken');
  }

  /** What the text is warned of is in the report of a frame. */
  async #askIssues(): Promise<void> {
    const found = (await this.engine.ask({ type: 'report' })) as { report: { issues: WorldIssue[] } } | undefined;
    if (!found) return;
    this.#drawn = found.report.issues;
    this.#tellIssues();
  }

  #tellIssues(): void {
    this.picture.issues = [...this.#refusal, ...this.#drawn];
    this.#emit('issues');
  }

  #receive(event: WorldEvent): void {
    if (!('view' in event) || event.view !== this.room.view) return;
    if (event.type === 'frame') {
      this.#emit('frame');
      if (this.host.wantsStates()) void this.picture.askStates().then((asked) => asked && this.#emit('frame'));
    } else if (event.type === 'ended') {
      this.#drawn = event.issues;
      this.#tellIssues();
    } else if (event.type === 'changed') void this.#sync.replayed(event.issues);
    else if (event.type === 'issues') {
      this.#drawn = event.issues;
      this.#tellIssues();
    }
  }
}
