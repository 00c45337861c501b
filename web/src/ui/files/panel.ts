// The panel of files: what misses and where it was looked for, what the document is made of, which archives are mounted,
// and whether files are read again when they change on disk.

import { fill } from '../../base/lists';
import { foldPath } from '../../base/mount';
import { declaredActions } from '../../core/declared';
import type { Report } from '../../core/report';
import { choosesFolders } from '../../viewer/files';
import { h } from '../dom';
import { isolated } from '../inert';
import { countOf, t } from '../language';
import { baseName, bytesText } from '../words';
import type { Watch } from './watch';
import type { Workspace } from './workspace';

interface Missing {
  kind: 'image' | 'skeleton' | 'action';
  name: string;
  /** Names and paths that were tried. */
  searched: string[];
}

/** Images that materials ask for, skeletons of meshes without bones, and files of declared actions. */
export function missingOf(report: Report): Missing[] {
  const { info, issues, files } = report;
  // Names that are only guesses (a normal map that may lie beside the colours) are no loss.
  const asked = new Set(
    info.materials.flatMap(({ slots }) =>
      slots.flatMap(({ role, texture }) =>
        texture !== null && (role === 'diffuse' || /\.\w{3,4}$/.test(info.textures[texture]?.name ?? ''))
          ? [texture]
          : [],
      ),
    ),
  );
  const images = info.textures.flatMap(({ name, status, searched }, index): Missing[] =>
    status !== 'found' && asked.has(index) && name !== '' ? [{ kind: 'image', name, searched }] : [],
  );
  const skeletons = issues.messages.flatMap(({ code, source }): Missing[] =>
    code === 'QMSH_SKELETON_MISSING'
      ? [
          {
            kind: 'skeleton',
            name: source,
            searched: files.filter(({ role }) => role === 'mesh').map(({ name }) => name),
          },
        ]
      : [],
  );
  const there = files.map(({ name }) => foldPath(name));
  const actions = declaredActions(report).flatMap(({ name, file, source }): Missing[] => {
    const wanted = foldPath(file),
      base = wanted.slice(wanted.lastIndexOf('/') + 1);
    const found = there.some((path) => path === base || path.endsWith(`/${base}`));
    return found ? [] : [{ kind: 'action', name, searched: [file, `(${source})`] }];
  });
  return [...skeletons, ...actions, ...images];
}

/** Description of the kind of file. */
function kindText({ kind }: Missing): string {
  return kind === 'image' ? t('image') : t('animation');
}

interface PanelHost {
  browse(folder: boolean): void;
  openAddress(): void;
  /** Another file of the same drop, for a mesh without bones. */
  useSkeleton(name: string): void;
}

export class FilesPanel {
  readonly element = h('div', { class: 'panel-body files-panel' });
  /** How many files miss; a click opens the panel. */
  readonly chip: HTMLButtonElement;
  /** The files are those of `vitrine view`, which watches them. */
  live = false;
  private report: Report | undefined;
  private missing: Missing[] = [];

  constructor(
    private readonly workspace: Workspace,
    private readonly watch: Watch,
    private readonly host: PanelHost,
    open: () => void,
  ) {
    this.chip = h('button', {
      class: 'status-missing',
      attributes: { type: 'button', hidden: true },
      on: { click: open },
    });
    watch.onChange = () => this.fill();
    this.fill();
  }

  show(report: Report, missing: Missing[]): void {
    this.report = report;
    this.missing = missing;
    this.chip.hidden = missing.length === 0;
    this.chip.textContent = t('{files} missing', { files: countOf(missing.length, 'file') });
    this.fill();
  }

  private fill(): void {
    const { report } = this;
    if (!report) {
      this.element.replaceChildren(h('p', { class: 'quiet', text: t('Nothing is open.') }), this.watching());
      return;
    }
    fill(this.element, [this.losses(), this.parts(report), ...this.archives(), this.watching()]);
  }

  private losses(): HTMLElement {
    const { missing } = this;
    const items = missing.map((each) => {
      const { name, searched, kind } = each;
      const tried = h(
        'details',
        {},
        h('summary', { text: t('tried {names}', { names: countOf(searched.length, 'name') }) }),
        h(
          'ul',
          { class: 'missing-names', attributes: { translate: 'no' } },
          ...searched.map((path) => h('li', {}, h('code', { text: path }))),
        ),
      );
      if (kind === 'skeleton') return this.skeleton(each);
      return h(
        'li',
        {},
        h('strong', { class: 'elided-start', title: name, attributes: { translate: 'no' } }, h('bdi', { text: name })),
        h('span', { class: 'quiet', text: kindText(each) }),
        tried,
      );
    });
    const note =
      missing.length > 0
        ? t('Drop the files on the page, or choose them. The view does not change.')
        : t('Nothing missing.');
    return h(
      'section',
      { class: 'section' },
      h('h3', { text: t('Missing') }),
      h('p', { class: 'quiet', text: note }),
      items.length > 0 && h('ul', { class: 'missing-list' }, ...items),
      h(
        'p',
        { class: 'files-actions' },
        this.button(t('Browse files'), () => this.host.browse(false)),
        choosesFolders() && this.button(t('Browse a folder'), () => this.host.browse(true)),
        this.button(t('Open from URL'), () => this.host.openAddress()),
      ),
    );
  }

  /** A mesh without bones: any other document that is open may have them. */
  private skeleton({ name, searched }: Missing): HTMLElement {
    const others = this.workspace.documents.filter((each) => each !== this.workspace.current).slice(0, 20);
    return h(
      'li',
      {},
      h('strong', { text: t('Skeleton for {name}', { name: baseName(name) }), title: name }),
      h('span', {
        class: 'quiet searched-in',
        text: t('searched {names}', { names: searched.map(baseName).join(', ') }),
      }),
      ...others.map((other) => {
        const button = this.button(t('Use {name}', { name: baseName(other.name) }), () =>
          this.host.useSkeleton(other.name),
        );
        button.title = isolated(other.name);
        return button;
      }),
    );
  }

  private parts({ files, info }: Report): HTMLElement {
    // A drop offers its images to every model in it.
    const used = new Set(info.textures.map(({ file }) => file));
    const own = files.filter(({ name, role }) => role !== 'texture' || used.has(name));
    const rows = own.map(({ name, bytes }) =>
      h(
        'li',
        { title: name },
        h('span', { text: name, attributes: { translate: 'no' } }),
        h('span', { class: 'quiet', text: bytesText(bytes) }),
      ),
    );
    // A large archive offers thousands of images.
    const shown = rows.slice(0, 200);
    return h(
      'section',
      { class: 'section' },
      h('h3', { text: t('Files') }),
      h('ul', { class: 'files' }, ...shown),
      rows.length > shown.length &&
        h('p', { class: 'quiet', text: t('and {files} more', { files: countOf(rows.length - shown.length, 'file') }) }),
    );
  }

  private archives(): HTMLElement[] {
    const { archives } = this.workspace;
    if (archives.length === 0) return [];
    return [
      h(
        'section',
        { class: 'section' },
        h('h3', { text: t('Archives') }),
        archives.length > 1 && h('p', { class: 'quiet', text: t('Later archives override earlier ones.') }),
        h(
          'ol',
          { class: 'archive-list', attributes: { translate: 'no' } },
          ...archives.map((name) => h('li', { text: name })),
        ),
      ),
    ];
  }

  private watching(): HTMLElement {
    const { watch } = this;
    if (this.live)
      return h(
        'section',
        { class: 'section' },
        h('h3', { text: t('On disk') }),
        h('p', { class: 'quiet', text: t('vitrine view reloads these files when they change.') }),
      );
    const box = h('input', {
      attributes: { type: 'checkbox', checked: watch.enabled, disabled: !watch.possible },
      on: { change: () => (watch.enabled = box.checked) },
    });
    const text = !watch.possible
      ? t('This browser does not give access to files on disk. Drop the files again after a change.')
      : watch.count === 0
        ? t('None of the open files can be watched.')
        : watch.enabled
          ? t('{files} watched', { files: countOf(watch.count, 'file') })
          : t('Not watching for changes.');
    return h(
      'section',
      { class: 'section' },
      h('h3', { text: t('On disk') }),
      h('label', { class: 'files-watch' }, box, t('Reload files when they change')),
      h('p', { class: 'quiet', text }),
    );
  }

  private button(text: string, click: () => void): HTMLButtonElement {
    return h('button', { class: 'button', text, attributes: { type: 'button' }, on: { click } });
  }
}
