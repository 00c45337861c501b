// Skins with numbers, as Quake names their images: NAME_01_00 is the first frame of skin 1. The model asks for skin 0; another
// one is worn by giving its images those names.

import { foldPath } from '../../core/mount';
import type { Report } from '../../core/report';
import type { SourceFile } from '../../engine/messages';
import { h } from '../dom';
import { fill } from '../../core/lists';
import { t } from '../language';
import type { Workspace } from './workspace';

/** `_SS_00` before the ending, or before `_glow` and the like. */
const kNumbered = /_(\d\d)_00((?:_[a-z]+)?\.[a-z]+)$/i;

const numberOf = (name: string): number => Number(kNumbered.exec(name)?.[1] ?? NaN);
/** The name without the number: the same for all skins of an image, whatever their endings. */
const stemOf = (name: string): string => foldPath(name).replace(kNumbered, '');

/** The skins of a document, when it has several. */
export function skinsOf({ info }: Report, files: readonly SourceFile[]): number[] {
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

/** A menu of the skins of what shows; hidden while there is no choice. */
export class SkinSwitch {
  readonly element = h('select', {
    class: 'select skins',
    attributes: { hidden: true },
    on: { change: () => void this.workspace.wear(Number(this.element.value)) },
  });

  constructor(private readonly workspace: Workspace) {
    this.element.setAttribute('aria-label', t('Skin'));
  }

  show(report: Report): void {
    const { current } = this.workspace,
      skins = current ? skinsOf(report, current.files) : [];
    this.element.hidden = skins.length === 0;
    fill(
      this.element,
      skins.map((skin) => h('option', { text: t('Skin {number}', { number: skin }), attributes: { value: skin } })),
    );
    this.element.value = String(current?.skin ?? 0);
  }
}
