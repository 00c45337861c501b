// The documents that are open, one of which shows. Each keeps its files and, while it is put aside, how it looked.

import { folderOf, foldPath } from '../../base/mount';
import { familiesOf, familyOf } from '../../core/families';
import { FileKinds } from '../../core/fileKinds';
import { pushAll } from '../../base/lists';
import { VitrineError } from '../../base/errors';
import type { LiveNote } from '../../core/live';
import { type SourceFile, sizeOf } from '../../protocol/files';
import type { EngineClient } from '../../viewer/client';
import { Emitter } from '../../base/emitter';
import { rememberView } from '../../viewer/memory';
import type { PageViewer } from '../../viewer/page';
import { countOf, t } from '../language';
import { isSongName, isUseful, isWorldName, Library } from '../library';
import type { LoadError, Loading } from '../loading';
import { baseName } from '../words';
import { underPlainNames } from '../../core/gzipName';
import { replaced, unfold, type Unfolded } from './archives';
import { isSame, merged, type OpenDocument, type Opening } from './documents';
import { kMostBytes, ranked } from './ranking';
import { type Outcome, Showing, type ShowingHost } from './showing';

/** What the page does for documents. */
export interface WorkspaceHost extends ShowingHost {
  /** More models than documents: shown as a library, each opened by itself. */
  library(library: Library, files: readonly SourceFile[], reading: boolean): void;
}

interface WorkspaceEvents {
  /** Documents came, went, or another one shows. */
  changed: void;
  /** Files were loaded or completed. */
  loaded: OpenDocument;
}

/** Files that are there for their actions, by their names or the last parts of these. */
function namedAmong(files: readonly SourceFile[], { read }: Opening): SourceFile[] {
  const names = new Set(read?.animations);
  return files.filter(({ name }) => names.has(name) || names.has(baseName(name)));
}

/** Drops with more models than this open as a library. */
const kMostDocuments = 24;
/** Worlds, or songs, of one drop that become documents. */
const kMostPlayed = 200;

/** Milliseconds that the engine has to say what files are. Then they are opened, which can be cancelled. */
const kPatience = 5000;

export class Workspace extends Emitter<WorkspaceEvents> {
  readonly documents: OpenDocument[] = [];
  readonly showing: Showing;
  /** Archives in the order they were mounted. */
  readonly archives: string[] = [];
  private nextId = 1;
  private closing = Promise.resolve();
  /** Requests for documents so far, and the last of those whose documents have come. */
  private turns = 0;
  private turn = 0;

  constructor(
    private readonly client: EngineClient,
    private readonly viewer: PageViewer,
    private readonly loading: Loading,
    private readonly loadError: LoadError,
    private readonly host: WorkspaceHost,
  ) {
    super();
    this.showing = new Showing(client, viewer, loading, loadError, host, {
      changed: () => this.emit('changed', undefined),
      loaded: (document) => this.emit('loaded', document),
      keep: (document) => {
        if (!this.documents.includes(document)) this.documents.push(document);
      },
    });
  }

  get current(): OpenDocument | undefined {
    return this.showing.current;
  }

  get coming(): OpenDocument | undefined {
    return this.showing.coming;
  }

  /** Addresses of what is shown, when it has any. */
  get sources(): readonly string[] {
    return this.current?.sources ?? [];
  }

  /** Documents that come after those of a later request wait beside them. */
  nextTurn(): number {
    return ++this.turns;
  }

  /** Files of a drop or a choice: every model becomes a document, everything else joins the one that shows. */
  async open(given: readonly SourceFile[], asked: Opening = {}): Promise<void> {
    const [first] = given,
      opening = { turn: this.nextTurn(), ...asked },
      meant = this.coming ?? this.current;
    if (!first) return;
    const kinds = await this.kinds();
    if (this.cannotShow(given)) return;
    const unfolded = await this.unfold(given, kinds);
    if (!unfolded) return;
    const { refused } = unfolded;
    const giving = namedAmong(unfolded.files, asked),
      files = unfolded.files.filter((file) => !giving.includes(file));
    const worlds = this.fewest(files.filter(({ name }) => isWorldName(name)));
    if (worlds.length > 0) {
      // One list for all of them: what belongs to which, their names say.
      const together = [...worlds, ...files.filter(({ name }) => !isWorldName(name))];
      await this.openNew(
        worlds.map(({ name }) => this.document(together, opening, name)),
        opening,
      );
      this.refuse(refused);
      return;
    }
    const songs = this.fewest(files.filter(({ name }) => isSongName(name))).map((file) =>
      this.document([file], opening),
    );
    const library = new Library(files, kinds);
    if (songs.length > 0 && library.models.length === 0) {
      await this.openNew(songs, opening);
      this.refuse(refused);
      return;
    }
    // Companions wait for what was being read when they came.
    if (library.models.length === 0) while (meant && this.coming === meant) await this.changes();
    const theirs = meant ? this.current === meant : this.turn <= opening.turn,
      target = theirs ? this.current : meant;
    if (target?.world) {
      // Files that a world lacks may come later.
      const all = [...library.models, ...library.withoutModels, ...library.unknown];
      if (library.models.length === 0 && all.length > 0) return void (await this.joinTo(target, all, opening));
    }
    const here = new Set(target?.files.map(({ name }) => foldPath(name)));
    const isReplaced = ({ name }: SourceFile): boolean => kinds.standInsOf(name).some((other) => here.has(other));
    if (target && library.models.length > 0 && library.models.every(isReplaced))
      return this.standFor(target, library.models);
    if (library.models.length > kMostDocuments) this.host.library(library, files, false);
    else if (library.models.length > 0) {
      if (theirs && (this.lacks(library, kinds) || (await this.areActions(library))))
        await this.joinTo(target, library.models, opening);
      else await this.openModels(library, opening, theirs, giving);
      pushAll(this.documents, songs);
      this.emit('changed', undefined);
    } else if (!library.empty) await this.joinTo(target, library.withoutModels, opening);
    else if (library.replaced.length > 0 && target) this.standFor(target, library.replaced);
    else if (refused.length === 0)
      // Read by nothing here: passed on, to be refused with a reason.
      await this.openNew([this.document(files.slice(0, 1).concat(files.length === 0 ? first : []), opening)], opening);
    this.refuse(refused);
  }

  /** Files of a large folder that is still being read. */
  async collecting(found: readonly SourceFile[]): Promise<void> {
    const files = underPlainNames(found),
      library = new Library(files, await this.kinds());
    if (library.models.length > kMostDocuments) this.host.library(library, files, true);
  }

  /** One model of a library, with what belongs to it. */
  async openOf(library: Library, model: SourceFile): Promise<void> {
    const known = this.documents.find((document) => isSame(document.files[0], model));
    if (known) return void (await this.show(known));
    const document = this.document(library.filesOf(model), {});
    document.looks = library.looksOf(model);
    document.library = library;
    await this.openNew([document], {});
  }

  /** Adds files that came later and that the document replaces. */
  private standFor(document: OpenDocument, replaced: readonly SourceFile[]): void {
    const { current, viewer } = this;
    document.replaced = merged(document.replaced ?? [], replaced);
    if (document === current && viewer.shown) this.host.show(viewer.shown.report);
  }

  /** Files that form one document, whatever they are; what lies in archives as in `open`. */
  async openTogether(given: readonly SourceFile[], asked: Opening = {}): Promise<void> {
    const opening = { turn: this.nextTurn(), ...asked };
    const same = this.documents.find(({ sources }) => sources.length > 0 && sources.join() === opening.sources?.join());
    if (same && same !== this.current) return void (await this.show(same));
    const kinds = await this.kinds();
    if (this.cannotShow(given)) return;
    const unfolded = await this.unfold(given, kinds);
    if (!unfolded) return;
    const { archives, refused, files } = unfolded;
    if (archives.length + refused.length > 0) return this.open(given, opening);
    if (files.length === 0) return;
    const document = this.document(files, opening),
      giving = namedAmong(files, asked);
    if (giving.length > 0) document.gives = giving.map(({ name }) => name);
    await this.openNew([document], opening);
  }

  /** Files for a world that is edited: models with what belongs to them, and all others; archives are unpacked. */
  async sorted(given: readonly SourceFile[]): Promise<{ models: SourceFile[][]; others: SourceFile[] }> {
    const kinds = await this.kinds(),
      unfolded = await this.unfold(given, kinds);
    if (!unfolded) return { models: [], others: [] };
    this.refuse(unfolded.refused);
    const library = new Library(unfolded.files, kinds),
      models = library.models.map((model) => library.filesOf(model)),
      taken = new Set(models.flat());
    return { models, others: unfolded.files.filter((file) => !taken.has(file)) };
  }

  async show(document: OpenDocument): Promise<Outcome> {
    if (document === this.current && !this.coming) return 'loaded';
    const { memory, action } = document;
    return this.showing.load(document, document.files, { memory, ...(action !== undefined && { action }) });
  }

  /** The next document or the one before, around the ends. */
  async step(by: number): Promise<void> {
    const { documents, current } = this;
    if (!current || documents.length < 2) return;
    const at = documents.indexOf(this.coming ?? current);
    await this.show(documents[(at + by + documents.length) % documents.length]!);
  }

  /** One after the other, however fast they are asked for: what takes the place of one may be closed next. */
  close(document: OpenDocument): Promise<void> {
    const closed = this.closing.then(() => this.closeNow(document));
    this.closing = closed.catch(() => undefined);
    return closed;
  }

  /** The last one stays. */
  private async closeNow(document: OpenDocument): Promise<void> {
    const at = this.documents.indexOf(document);
    if (at < 0 || this.documents.length < 2) return;
    if (document === this.current) {
      const others = [...this.documents.slice(at + 1), ...this.documents.slice(0, at).reverse()];
      for (const other of others) if ((await this.show(other)) !== 'refused') break;
      if (this.current === document) return;
    }
    this.documents.splice(this.documents.indexOf(document), 1);
    this.emit('changed', undefined);
    this.host.say(t('{name} is closed.', { name: baseName(document.name) }));
  }

  /** Companions for the document that shows: its view stays. */
  async join(files: readonly SourceFile[], opening: Opening = {}): Promise<void> {
    const { current } = this;
    if (current) await this.showing.load(current, files, { add: true, memory: rememberView(this.viewer) });
    else await this.openNew([this.document(files, opening)], opening);
  }

  /** Companions for the document that they came for, which another may hide by now. */
  private async joinTo(
    document: OpenDocument | undefined,
    files: readonly SourceFile[],
    opening: Opening,
  ): Promise<void> {
    if (!document || !this.documents.includes(document)) await this.openNew([this.document(files, opening)], opening);
    else if (document === this.current) await this.join(files, opening);
    else {
      document.files = merged(document.files, files);
      this.emit('changed', undefined);
    }
  }

  /**
   * Files that have changed on disk, by what they were, and those that are gone: all documents take them, the one that
   * shows is read again and looks as it did. What can be read worse than before is left as it was; the names of it come
   * back with the reason.
   */
  async replace(changes: ReadonlyMap<Blob, File>, gone: ReadonlySet<Blob> = new Set()): Promise<LiveNote[]> {
    const kinds = await this.kinds(),
      { current } = this,
      left: LiveNote[] = [];
    for (const document of this.documents) {
      const kept = document.files.filter(({ data }) => !(data instanceof Blob && gone.has(data)));
      const files = (await replaced(kept, changes, (name) => isUseful(kinds, name))) ?? kept;
      if (files === kept && kept.length === document.files.length) continue;
      if (document !== current) {
        if (files.length > 0) document.files = files;
        continue;
      }
      pushAll(left, await this.readAgain(document, files, kept.length < document.files.length));
    }
    this.emit('changed', undefined);
    return left;
  }

  /** Another of its skins for the document that shows: by number, or by the name that a .skin file gives it. */
  async wear(number: number, name?: string): Promise<void> {
    if (this.current) this.current.skin = number;
    await this.readWith('skin', name);
  }

  /** The document that shows, read with another choice; undefined takes one back. */
  async readWith(name: 'skin' | 'level' | 'torso', value: string | number | undefined): Promise<void> {
    const { current } = this,
      read = { ...this.viewer.read };
    if (!current || current.world) return;
    delete read[name];
    await this.showing.load(current, current.files, {
      memory: rememberView(this.viewer),
      quiet: true,
      read: { ...read, ...(value !== undefined && { [name]: value }) },
    });
  }

  /** Another of its configurations for the document that shows. */
  async dress(look: SourceFile): Promise<void> {
    const { current } = this,
      looks = current?.looks ?? [];
    if (!current || !looks.includes(look)) return;
    const others = ({ name }: SourceFile): boolean => !looks.some((each) => each.name === name);
    current.files = [...current.files.filter(others), look];
    await this.showing.load(current, current.files, { memory: rememberView(this.viewer), quiet: true });
  }

  /** New companions of what is open, and new models beside it; what shows stays. */
  async add(given: readonly SourceFile[]): Promise<void> {
    const kinds = await this.kinds();
    const unfolded = await this.unfold(given, kinds);
    if (!unfolded) return;
    const { files } = unfolded,
      library = new Library(files, kinds),
      worlds = files.filter(({ name }) => isWorldName(name));
    const fresh = [
      ...worlds.map((world) => this.document([world], {})),
      ...library.models.map((model) => this.document(library.filesOf(model), {})),
    ];
    if (fresh.length > 0) {
      pushAll(this.documents, fresh);
      this.emit('changed', undefined);
    }
    if (library.withoutModels.length > 0 && fresh.length === 0) await this.addCompanions(library.withoutModels);
  }

  /** Adds them to the document that they lie by. */
  private async addCompanions(files: readonly SourceFile[]): Promise<void> {
    const { current } = this,
      folder = folderOf(files[0]!.name);
    const near = ({ files: own }: OpenDocument): boolean => own.some(({ name }) => folderOf(name) === folder);
    const target = current && near(current) ? current : (this.documents.find(near) ?? current);
    if (!target) return;
    if (target !== current) target.files = merged(target.files, files);
    else
      await this.showing.load(target, files, {
        add: true,
        memory: rememberView(this.viewer),
        quiet: true,
        silent: true,
      });
  }

  /** The document that shows, of other files. */
  private async readAgain(document: OpenDocument, files: readonly SourceFile[], fewer: boolean): Promise<LiveNote[]> {
    const before = document.files,
      errors = this.viewer.shown?.report.issues.numErrors ?? 0,
      memory = rememberView(this.viewer);
    // Only what is new: a file that cannot be read now must not leave the rest without it.
    const fresh = files.filter((file) => !before.includes(file)),
      names = fresh.map(({ name }) => name),
      [name = ''] = names;
    if (fresh.length === 0 && !fewer) return [];
    const load = fewer ? { memory } : { add: true, memory };
    const result = await this.showing.load(document, fewer ? files : fresh, { ...load, quiet: true, silent: true });
    if (result === 'refused') {
      document.files = before;
      return [{ file: name, kind: 'broken', message: this.showing.reason }];
    }
    if (result !== 'loaded') return [];
    const { issues } = this.viewer.shown!.report;
    if (!document.world && issues.numErrors > errors && !fewer) {
      const first = issues.messages.find(({ severity, source }) => severity === 0 && names.includes(source));
      if (first) {
        const old = before.filter((file) => !files.includes(file));
        await this.showing.load(document, old, { add: true, memory, quiet: true, silent: true, exact: true });
        document.files = before;
        return [{ file: first.source, kind: 'broken', message: first.message }];
      }
    }
    document.files = files;
    if (name !== '')
      this.host.say(
        names.length === 1
          ? t('{name} changed on disk and was reloaded', { name: baseName(name) })
          : t('{name} and {files} more changed on disk and were reloaded', {
              name: baseName(name),
              files: countOf(names.length - 1, 'file'),
            }),
      );
    return [];
  }

  /** The files on the page that the documents are made of. */
  get blobs(): Blob[] {
    return [...new Set(this.documents.map(({ files }) => files))].flatMap((files) =>
      files.flatMap(({ data }) => (data instanceof Blob ? [data] : 'archive' in data ? [data.archive] : [])),
    );
  }

  say(text: string): void {
    this.host.say(text);
  }

  async kinds(): Promise<FileKinds> {
    await this.formatsKnown();
    return new FileKinds(this.client.info?.formats ?? []);
  }

  private changes(): Promise<void> {
    return new Promise((resolve) => {
      const end = this.on('changed', () => {
        end();
        resolve();
      });
    });
  }

  // -- inside ---------------------------------------------------------------------------------------------------------

  /** Undefined when it was cancelled. */
  private async unfold(given: readonly SourceFile[], kinds: FileKinds): Promise<Unfolded | undefined> {
    this.loading.start(baseName(given[0]?.name ?? ''));
    const unfolded = await this.showing.unlessCancelled(unfold(given, (name) => isUseful(kinds, name)));
    this.loading.end();
    if (!unfolded) {
      this.host.say(t('Cancelled.'));
      return undefined;
    }
    for (const name of unfolded.archives) if (!this.archives.includes(name)) this.archives.push(name);
    return unfolded;
  }

  /** Models where the engine of models cannot draw: says so. Worlds and songs have engines of their own. */
  private cannotShow(given: readonly SourceFile[]): boolean {
    const { failure } = this.client;
    if (!failure || given.some(({ name }) => isWorldName(name) || isSongName(name))) return false;
    this.loadError.show([given[0]?.name ?? ''], failure.code, failure.message, undefined);
    return true;
  }

  private refuse(refused: readonly VitrineError[]): void {
    const [first] = refused;
    if (!first) return;
    const issue = first.issues[0];
    this.loadError.show([issue?.source ?? ''], first.code, issue?.message ?? first.message, undefined);
  }

  /** `theirs`: the document that shows is the one that they came for. */
  private async openModels(
    library: Library,
    opening: Opening,
    theirs: boolean,
    giving: readonly SourceFile[],
  ): Promise<void> {
    const [model] = library.models;
    if (!model) return;
    if (theirs && this.waits(library)) {
      const { current } = this;
      const files = library.filesOf(model);
      if (
        current &&
        (await this.showing.load(current, files, { add: true, memory: rememberView(this.viewer) })) === 'loaded'
      ) {
        if (!current.files.some(({ name }) => name === current.name)) current.name = model.name;
        const rest = library.models.slice(1);
        pushAll(
          this.documents,
          rest.map((other) => this.document(library.filesOf(other), opening)),
        );
        this.emit('changed', undefined);
      }
      return;
    }
    const fresh = library.models.map((each) => {
      const files = library.filesOf(each),
        known = this.documents.find((document) => isSame(document.files[0], each));
      const document = known ?? this.document(files, opening);
      document.files = [...files, ...giving];
      if (giving.length > 0) document.gives = giving.map(({ name }) => name);
      document.looks = library.looksOf(each);
      document.library = library;
      if (library.replaced.length > 0) document.replaced = library.replaced;
      return document;
    });
    await this.openNew(fresh.length > 1 ? await this.inOrder(fresh) : fresh, opening);
  }

  /** The shown model names these files as its buffers, and they are missing. */
  private lacks({ models }: Library, kinds: FileKinds): boolean {
    const { messages = [] } = this.viewer.shown?.report.issues ?? {};
    return models.every(
      ({ name }) => kinds.mayBeBuffer(name) && messages.some(({ message }) => message.includes(baseName(name))),
    );
  }

  /** Files that could be models, but give actions alone to the one that shows. */
  private async areActions({ models }: Library): Promise<boolean> {
    const { report } = this.viewer.shown ?? {};
    const bytes = models.reduce((sum, { data }) => sum + sizeOf(data), 0);
    if (!report || models.length === 0 || bytes > kMostBytes) return false;
    const own = familyOf(report);
    if (!own.shows) return false;
    const facts = await Promise.race([
      Promise.all(models.map((file) => this.viewer.ask('facts', { files: [file] }))),
      new Promise<undefined>((resolve) => setTimeout(resolve, kPatience)),
    ]);
    if (!facts) return false;
    const { givers } = familiesOf([own, ...facts]);
    return facts.every((_, index) => givers.get(index + 1)?.includes(0));
  }

  /** The order in which models of one drop are shown; none when it was cancelled. */
  private async inOrder(fresh: OpenDocument[]): Promise<OpenDocument[]> {
    this.loading.start(baseName(fresh[0]!.name));
    const order = await this.showing.unlessCancelled(ranked(this.viewer, fresh));
    if (!order) {
      this.loading.end();
      this.host.say(t('Cancelled.'));
      return [];
    }
    return order;
  }

  /** Actions and cameras that came first wait for a model without actions of its own, a mesh without bones for the one with its skeleton. */
  private waits(library: Library): boolean {
    const { models } = library;
    const { shown } = this.viewer;
    if (!shown || !this.current) return false;
    if (shown.report.files.every(({ role }) => role !== 'mesh')) return !library.bringsAnimations(models[0]!);
    const { messages } = shown.report.issues;
    return (
      models.length === 1 &&
      messages.some(({ code }) => code === 'QMSH_SKELETON_MISSING') &&
      !isSame(this.current.files[0], models[0]!)
    );
  }

  /** As many of one drop as are opened. */
  private fewest(files: readonly SourceFile[]): readonly SourceFile[] {
    if (files.length <= kMostPlayed) return files;
    this.host.say(
      t('Only the first {count} of {all} worlds or songs are open.', { count: kMostPlayed, all: files.length }),
    );
    return files.slice(0, kMostPlayed);
  }

  private document(
    files: readonly SourceFile[],
    { sources = [], action }: Opening,
    name = files[0]?.name ?? '',
  ): OpenDocument {
    return {
      id: this.nextId++,
      name,
      files,
      sources,
      ...(action !== undefined && { action }),
      ...(isWorldName(name) && { world: {} }),
      ...(isSongName(name) && { song: {} }),
    };
  }

  /** The first that can be opened shows; one that stands alone and cannot is not kept. */
  private async openNew(
    fresh: readonly OpenDocument[],
    { action, play, time, read, turn = this.nextTurn() }: Opening,
  ): Promise<void> {
    const unknown = fresh.filter((document) => !this.documents.includes(document));
    pushAll(this.documents, unknown);
    this.emit('changed', undefined);
    if (turn < this.turn && (this.current ?? this.coming)) return;
    this.turn = turn;
    let result: Outcome | undefined;
    for (const [i, document] of fresh.entries()) {
      const again = document === this.current ? rememberView(this.viewer) : document.memory;
      result = await this.showing.load(document, document.files, {
        memory: again,
        ...(action !== undefined && { action }),
        ...(play !== undefined && { play }),
        ...(time !== undefined && { time }),
        ...(read && { read }),
        quiet: i > 0,
      });
      if (result !== 'refused') break;
    }
    // Another document was opened meanwhile.
    if (result === 'replaced') return;
    // Drop documents that failed alone, or were cancelled before they showed.
    const lost = unknown.filter((document) => document !== this.current && (fresh.length === 1 || !this.current));
    for (const document of lost) this.documents.splice(this.documents.indexOf(document), 1);
    this.emit('changed', undefined);
  }

  private async formatsKnown(): Promise<void> {
    if (this.client.info || this.client.failure) return;
    await new Promise<void>((resolve) => {
      const end = this.client.on('event', (event) => {
        if (event.type !== 'ready' && event.type !== 'failed') return;
        end();
        resolve();
      });
    });
  }
}
