// "Check for" above the list of problems: any program, as one engine reads it, or all engines as a table. The
// findings of an engine take the place of the reader's own.

import fileNames from '../../verdicts/files.json';
import { fill } from '../../base/lists';
import { foldPath } from '../../base/mount';
import { scriptUrl } from '../../base/trusted';
import type { Issue, Report } from '../../core/report';
import type { SourceFile } from '../../protocol/files';
import type { Asked } from '../../verdicts/asks';
import { declaredMaterials } from '../../verdicts/declared';
import { h } from '../dom';
import { joined, t } from '../language';
import { hashParts } from '../linkState';
import { recall, remember } from '../memory';
import { bytesOf } from '../files/documents';
import type { CheckAnswer, CheckAsk, EngineName } from './protocol';
import { englishNote, subjectText, toneOf, verdictText } from './words';

/** The files that an engine will ask for, and whether they are among those that are open. */
function askedList(asks: readonly Asked[]): HTMLElement[] {
  if (asks.length === 0) return [];
  const stateOf = ({ found, optional }: Asked): string =>
    found ? t('there') : optional ? t('not needed') : t('missing');
  return [
    h(
      'details',
      { class: 'check-asks' },
      h('summary', { text: t('Files that the engine looks for') }),
      h(
        'ul',
        {},
        ...asks.map((asked) =>
          h(
            'li',
            { class: asked.found || asked.optional ? '' : 'is-missing' },
            h('code', { text: asked.file, attributes: { translate: 'no' } }),
            h('span', { class: 'quiet', text: stateOf(asked) }),
          ),
        ),
      ),
    ),
  ];
}

/** All engines as a table: the verdict of each and the finding that decides. A name leads to the engine's own findings. */
function matrix(rows: CheckAnswer['rows'], choose: (engine: string) => void): HTMLElement {
  const several = new Set(rows.map(({ model }) => model)).size > 1;
  return h(
    'table',
    { class: 'check-matrix' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { text: t('Engine'), attributes: { scope: 'col' } }),
        h('th', { text: t('Verdict'), attributes: { scope: 'col' } }),
      ),
    ),
    h(
      'tbody',
      {},
      ...rows.map((row) => {
        const deciding = row.rules.find(({ verdict }) => verdict === row.verdict);
        return h(
          'tr',
          {},
          h(
            'th',
            { attributes: { scope: 'row' } },
            h('button', {
              class: 'link',
              text: row.name,
              attributes: { type: 'button', translate: 'no' },
              on: { click: () => choose(row.engine) },
            }),
            several && h('span', { class: 'quiet', text: row.model, attributes: { translate: 'no' } }),
          ),
          h(
            'td',
            {},
            h('span', { class: `check-tone is-${toneOf(row.verdict)}`, text: verdictText(row.verdict) }),
            deciding && h('span', { class: 'quiet', text: subjectText(deciding.rule) }),
            deciding && h('span', { class: 'quiet', text: deciding.message, attributes: { lang: 'en' } }),
          ),
        );
      }),
    ),
  );
}

const kRaw = 'raw',
  kAll = 'all';
/** Endings of models that are checked. */
const kOlder = [fileNames.mesh, ...fileNames.frames];
const kModels = [...kOlder, ...fileNames.skeletal];
/** One of each family, before the others and what they read are known. */
const kFirst: readonly EngineName[] = [
  { key: 'doom3', name: 'Doom 3', family: 'idtech4', reads: kOlder },
  { key: 'vkquake', name: 'vkQuake', family: 'quake', reads: kOlder },
  { key: 'darkplaces', name: 'DarkPlaces', family: 'quake', reads: fileNames.skeletal },
  { key: 'q2pro', name: 'Q2PRO', family: 'quake2', reads: kOlder },
  { key: 'cube2', name: 'Cube 2', family: 'cube', reads: kModels },
  { key: 'raylib', name: 'raylib', family: 'raylib', reads: fileNames.skeletal },
];
/** Families with a heading of their own in the list. */
const kHeaded = ['idtech4', 'quake', 'quake2', 'cube'];

/** Reads parts of the files that are open. */
export interface Source {
  ask(question: 'bytes', part: { file: string; offset: number; length: number }): Promise<Uint8Array | undefined>;
}

/** Texts by the code of a finding: what it is about, and what the engine does about it. */
function leadsOf(rows: CheckAnswer['rows']): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(({ rules, issues }) =>
      rules.map(
        ({ rule, verdict }, i) =>
          [issues[i]!.code, joined([subjectText(rule), verdict && verdictText(verdict)], ': ')] as const,
      ),
    ),
  );
}

const endsWith = (name: string, ending: string): boolean => name.toLowerCase().endsWith(`.${ending}`);
const isRead = (name: string): boolean =>
  [...kModels, fileNames.animation, 'skin'].some((ending) => endsWith(name, ending)) || ownerOf(name) !== undefined;
/** The engine whose configuration a file is. */
const ownerOf = (name: string): string | undefined =>
  Object.entries(fileNames.owners).find(([file]) => foldPath(`/${name}`).split('/').at(-1) === file)?.[1];

export class CheckBar {
  readonly element = h('section', {
    class: 'engine-check',
    attributes: { 'aria-label': t('Check for'), hidden: true },
  });
  private readonly choice = h('select', {
    class: 'select',
    id: 'check-as',
    on: { change: () => this.choose(this.choice.value) },
  });
  private readonly verdict = h('p', { class: 'check-verdict', attributes: { role: 'status' } });
  private readonly body = h('div', { class: 'check-body' });
  private engines = kFirst;
  /** Files that the model may stand in for. */
  replaced: () => readonly SourceFile[] = () => [];
  private report: Report | undefined;
  /** Endings of the models that are shown. */
  private kinds: readonly string[] = [];
  private worker: Worker | undefined;
  private request = 0;

  /** `change` is called with the findings to list, and by code what each leads to; undefined are the reader's own. */
  constructor(
    private readonly source: Source,
    private readonly change: (issues: readonly Issue[] | undefined, leads?: ReadonlyMap<string, string>) => void,
  ) {
    this.element.append(
      h(
        'div',
        { class: 'check-choice' },
        h('label', { text: t('Check for'), attributes: { for: 'check-as' } }),
        this.choice,
      ),
      this.verdict,
      this.body,
    );
    this.fillChoice(kRaw);
    hashParts.push({
      name: 'check',
      write: () => (this.element.hidden || this.choice.value === kRaw ? undefined : this.choice.value),
      read: (engine) => engine !== undefined && this.choose(engine),
    });
  }

  /** A model that brings the configuration of an engine is that engine's; any other is checked as the last one was. */
  show(report: Report | undefined): void {
    this.report = report;
    this.stop();
    const names = report?.files.map(({ name }) => name) ?? [];
    this.kinds = kModels.filter((ending) => names.some((name) => endsWith(name, ending)));
    this.element.hidden = this.kinds.length === 0;
    if (this.element.hidden) return;
    const owner = names.map(ownerOf).find((engine) => engine !== undefined);
    this.apply(owner ?? recall('problems.checkAs', kRaw));
  }

  private choose(engine: string): void {
    remember('problems.checkAs', engine);
    if (this.report) this.apply(engine);
  }

  private apply(engine: string): void {
    this.fillChoice(engine);
    const request = ++this.request;
    this.verdict.textContent = '';
    this.verdict.className = 'check-verdict';
    this.body.replaceChildren();
    if (this.choice.value === kRaw) return this.change(undefined);
    this.verdict.textContent = t('Checking…');
    void this.ask(engine, request);
  }

  private async ask(engine: string, request: number): Promise<void> {
    const files = this.report?.files ?? [];
    const read = await Promise.all(
      files
        .filter(({ name }) => isRead(name))
        .map(async ({ name, bytes }) => ({
          name,
          bytes: (await this.source.ask('bytes', { file: name, offset: 0, length: bytes })) ?? new Uint8Array(),
        })),
    );
    const replaced = await Promise.all(
      this.replaced().map(async (file) => ({ name: file.name, bytes: await bytesOf(file) })),
    );
    if (request !== this.request) return;
    const question: CheckAsk = {
      id: request,
      files: read,
      replaced,
      names: [...files, ...replaced].map(({ name }) => name),
      declared: this.report ? declaredMaterials(this.report) : new Map<string, never>(),
      engines: engine === kAll ? kAll : [engine],
    };
    this.worker ??= this.start();
    this.worker.postMessage(question);
  }

  private start(): Worker {
    const worker = new Worker(scriptUrl(new URL('engine-check.js', document.baseURI).href), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
      if (data.id === this.request) this.answered(data);
    });
    worker.addEventListener('error', () => {
      this.stop();
      this.verdict.textContent = t('The check could not be run.');
    });
    return worker;
  }

  private answered({ rows, engines }: CheckAnswer): void {
    this.engines = engines;
    this.fillChoice(this.choice.value);
    const [row] = rows;
    // The remembered engine may be gone.
    if (!row) return this.apply(kRaw);
    if (this.choice.value === kAll) {
      this.verdict.textContent = '';
      this.body.replaceChildren(
        englishNote(),
        matrix(rows, (engine) => this.choose(engine)),
      );
      return this.change([]);
    }
    const older = (row.versions ?? []).map(({ until, verdict }) =>
      t('up to {version}: {verdict}', { version: until, verdict: verdictText(verdict) }),
    );
    const said = t('{engine}: {verdict}', { engine: row.name, verdict: verdictText(row.verdict) });
    this.verdict.textContent = joined([said, ...older], ' · ');
    this.verdict.classList.add(`is-${toneOf(row.verdict)}`);
    fill(this.body, askedList(row.asks));
    this.change(
      rows.flatMap(({ issues }) => issues),
      leadsOf(rows),
    );
  }

  /** A check that still runs is of no use any more. */
  private stop(): void {
    this.request += 1;
    this.worker?.terminate();
    this.worker = undefined;
  }

  private fillChoice(chosen: string): void {
    const option = (value: string, text: string): HTMLElement => h('option', { text, attributes: { value } });
    const group = (label: string, isOf: (family: string) => boolean): HTMLElement => {
      const own = this.engines.filter(
        ({ family, reads }) => isOf(family) && reads.some((kind) => this.kinds.includes(kind)),
      );
      return h('optgroup', { attributes: { label } }, ...own.map(({ key, name }) => option(key, name)));
    };
    const groups = [
      group('Doom 3', (family) => family === 'idtech4'),
      group(t('Quake and its remasters'), (family) => family === 'quake' || family === 'quake2'),
      group('Cube 2', (family) => family === 'cube'),
      group(t('Other engines and tools'), (family) => !kHeaded.includes(family)),
    ];
    fill(this.choice, [
      option(kRaw, t('any program')),
      ...groups.filter(({ children }) => children.length > 0),
      option(kAll, t('all engines')),
    ]);
    // One that was remembered, before the others are known.
    if (!Array.from(this.choice.options).some(({ value }) => value === chosen))
      this.choice.append(option(chosen, chosen));
    this.choice.value = chosen;
  }
}
