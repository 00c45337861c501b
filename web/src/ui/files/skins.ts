// Skins. With numbers, as Quake names their images: NAME_01_00 is the first frame of skin 1; the model asks for skin 0, and
// another one is worn by giving its images those names. With names, as .skin files of Doom 3 and Quake III and GZDoom's MODELDEF
// declare them: the core puts them on.
// With folders, as Cube keeps the looks of a model: each has an md5.cfg, of which one is read.

import { foldPath } from '../../base/mount';
import type { Report } from '../../core/report';
import type { SourceFile } from '../../protocol/files';
import { h } from '../dom';
import { fill } from '../../base/lists';
import type { Viewer } from '../../viewer/viewer';
import { t } from '../language';

/** `_SS_00` before the ending, or before `_glow` and the like. */
const kNumbered = /_(\d\d)_00((?:_[a-z]+)?\.[a-z]+)$/i;

const kNumber = '#',
  kName = '=',
  kLook = '/';

const numberOf = (name: string): number => Number(kNumbered.exec(name)?.[1] ?? NaN);
/** The name without the number: the same for all skins of an image, whatever their endings. */
const stemOf = (name: string): string => foldPath(name).replace(kNumbered, '');

/** The skins of a document, when it has several. */
function skinsOf({ info }: Report, files: readonly SourceFile[]): number[] {
  const worn = new Set(
    info.textures.flatMap(({ file }) => (file !== undefined && kNumbered.test(file) ? [stemOf(file)] : [])),
  );
  const numbers = files.flatMap(({ name }) => (kNumbered.test(name) && worn.has(stemOf(name)) ? [numberOf(name)] : []));
  const skins = [...new Set(numbers)].sort((a, b) => a - b);
  return skins.length > 1 ? skins : [];
}

/** The files with the images of `skin` and of skin 0 under each other's names; `all` are those of the document. */
export function wearing(skin: number, files: readonly SourceFile[], all: readonly SourceFile[]): readonly SourceFile[] {
  if (skin === 0) return files;
  const there = new Set(all.filter(({ name }) => numberOf(name) === skin).map(({ name }) => stemOf(name)));
  const two = (number: number): string => String(number).padStart(2, '0');
  return files.map((file) => {
    const number = numberOf(file.name);
    if ((number !== 0 && number !== skin) || !there.has(stemOf(file.name))) return file;
    return { ...file, name: file.name.replace(kNumbered, `_${two(number === 0 ? skin : 0)}_00$2`) };
  });
}

interface DeclaredFile {
  skins?: { name: string; replaces: unknown[]; offset?: number; default?: boolean }[];
}

/** Of a document of one file its facts are those of the format. */
const skinsIn = ({ info: { format = {} } }: Report): NonNullable<DeclaredFile['skins']> =>
  ((format.files ?? [format]) as DeclaredFile[]).flatMap(({ skins = [] }) => skins);

/**
 * Skins that files declare, by name, in the order of the files; those that replace nothing are none to choose, but for those
 * inside of a model.
 */
const declaredSkins = (report: Report): string[] => [
  ...new Set(
    skinsIn(report).flatMap(({ name, replaces, offset }) =>
      replaces.length > 0 || offset !== undefined ? [name] : [],
    ),
  ),
];

/** The one that engines put on where none is asked for. */
const defaultSkin = (report: Report): string | undefined => skinsIn(report).find((skin) => skin.default)?.name;

/** The folder of a configuration: `red` of `ogro/red/md5.cfg`. */
const lookName = (path: string): string => path.split('/').at(-2) ?? path;

/** What a torso does where nothing else is chosen. */
const kStands = 'TORSO_STAND';

/** Levels of detail, of which those that do not show have said so. */
function levelsOf({ files, issues }: Report, level = 0): number[] {
  const names = new Set(files.map(({ name }) => name.toLowerCase()));
  const others = issues.messages.flatMap(({ code, source }) => {
    const [, stem, number, ending] = /^(.*)_([1-9])(\.\w+)$/.exec(source) ?? [];
    return code === 'MODEL_REPLACED' && names.has(`${stem}${ending}`.toLowerCase()) ? Number(number) : [];
  });
  return [...new Set([0, level, ...others])].sort((a, b) => a - b);
}

/** Menus of the level of detail, and of what the torso of a player does while its legs walk; hidden without a choice. */
export class ReadingMenus {
  readonly elements: HTMLSelectElement[];

  constructor(
    workspace: { readWith(name: 'level' | 'torso', value: string | number | undefined): unknown },
    private readonly viewer: Viewer,
  ) {
    const menu = (label: string, choose: (value: string) => unknown): HTMLSelectElement => {
      const element = h('select', { class: 'select', on: { change: () => choose(element.value) } });
      element.setAttribute('aria-label', label);
      return element;
    };
    this.elements = [
      menu(t('Level of detail'), (value) => workspace.readWith('level', Number(value) || undefined)),
      menu(t('Torso'), (value) => workspace.readWith('torso', value)),
    ];
  }

  show(report: Report): void {
    const { level = 0, torso = kStands } = this.viewer.read,
      names = report.info.actions.map(({ name }) => name),
      walks = names.some((name) => name.startsWith('LEGS_'));
    const choices = [levelsOf(report, level).map(String), names.filter((name) => walks && name.startsWith('TORSO_'))];
    for (const [i, element] of this.elements.entries()) {
      element.hidden = choices[i]!.length < 2;
      fill(
        element,
        choices[i]!.map((value) =>
          h('option', { text: i === 0 ? `${t('Level of detail')} ${value}` : value, attributes: { value } }),
        ),
      );
      element.value = i === 0 ? String(level) : torso;
    }
  }
}

/** Whose skins are chosen. */
interface Wearer {
  readonly current:
    { files: readonly SourceFile[]; skin?: number | undefined; looks?: readonly SourceFile[] } | undefined;
  wear(number: number, name?: string): Promise<unknown>;
  dress(look: SourceFile): Promise<unknown>;
}

/** A menu of the skins of what shows; hidden while there is no choice. */
export class SkinSwitch {
  readonly element = h('select', {
    class: 'select skins',
    attributes: { hidden: true },
    on: { change: () => this.choose(this.element.value) },
  });

  constructor(
    private readonly workspace: Wearer,
    private readonly viewer: Viewer,
  ) {
    this.element.setAttribute('aria-label', t('Skin'));
  }

  show(report: Report): void {
    const { current } = this.workspace,
      numbers = current ? skinsOf(report, current.files) : [],
      names = declaredSkins(report),
      // A model that puts a skin on by itself is not seen without one.
      byItself = defaultSkin(report),
      looks = (current?.looks?.length ?? 0) > 1 ? current!.looks! : [],
      option = (value: string, text: string): HTMLOptionElement => h('option', { text, attributes: { value } });
    this.element.hidden = numbers.length + names.length + looks.length === 0;
    fill(this.element, [
      ...looks.map(({ name }) => option(kLook + name, lookName(name))),
      ...(numbers.length === 0 && byItself === undefined && (names.length > 0 || looks.length === 0)
        ? [option(kNumber, t('No skin'))]
        : []),
      ...numbers.map((number) => option(`${kNumber}${number}`, t('Skin {number}', { number }))),
      ...names.map((name) => option(kName + name, /^\d+$/.test(name) ? t('Skin {number}', { number: name }) : name)),
    ]);
    const { skin = byItself } = this.viewer.read,
      worn = names.find((name) => name.toLowerCase() === skin?.toLowerCase());
    const look = looks.find(({ name }) => current!.files.some((file) => file.name === name));
    if (look && worn === undefined && numbers.length === 0) this.element.value = kLook + look.name;
    else
      this.element.value =
        worn !== undefined ? kName + worn : kNumber + (numbers.length > 0 ? (current?.skin ?? 0) : '');
  }

  /** A number stands behind one letter, a name behind another, a configuration behind a third. */
  private choose(value: string): void {
    const skin = value.slice(1);
    const look = value.startsWith(kLook) && this.workspace.current?.looks?.find(({ name }) => name === skin);
    if (look) void this.workspace.dress(look);
    else void (value.startsWith(kName) ? this.workspace.wear(0, skin) : this.workspace.wear(Number(skin)));
  }
}
