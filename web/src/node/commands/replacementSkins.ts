// vitrine convert NAME.mdl --for ENGINE: the skins that the conversion does not write, as it has the first one alone, under
// the names by which the port looks for them.
// ironwail 7ff4ec5, vkQuake 46e5e6d, QSS-M 46a4719 (gl_model.c, gl_mesh.c), fteqw 93257c1 (com_mesh.c).

import type { ImageRule } from '../../verdicts/profile';
import { profileOf, readProfiles } from '../../verdicts/profiles';
import { encodePng } from '../../images/png';
import { partsOf } from '../../verdicts/asks';
import { countOf, cut } from '../terminal';
import type { ExportedFile } from '../exports';
import type { VitrineDocument } from '../index';

/** Ports that show the images of a group of an MD3's skin one after the other. */
const kAnimated: ReadonlySet<string> = new Set(['ironwail', 'vkquake']);

/** Images of a skin: its colours, and what glows. */
interface Images {
  colours?: Uint8Array | undefined;
  glow?: Uint8Array | undefined;
}

interface Described {
  skins?: { name: string; replaces: { to: string }[] }[];
}

/** Those that a document may show, as its files say. */
function shownBy({ report }: VitrineDocument): NonNullable<Described['skins']> {
  const format: Described & { files?: Described[] } = report.info.format ?? {},
    { files = [format] } = format;
  return files.flatMap(({ skins = [] }) => skins);
}

/** Paths of the skins of an MD2 that has several. */
const skinPathsOf = (document: VitrineDocument): string[] =>
  shownBy(document).flatMap(({ name, replaces }) => (/^\d+$/.test(name) && replaces[0] ? [replaces[0].to] : []));

/** The skins of a model by number, each with the names of its images. */
function skinsOf(document: VitrineDocument): string[][] {
  const groups: string[][] = [];
  for (const { name } of shownBy(document)) {
    const [, number] = /^(\d+)(?:_\d+)?$/.exec(name) ?? [];
    if (number !== undefined) (groups[Number(number)] ??= []).push(name);
  }
  return groups.length > 0 ? groups : [['0']];
}

/** Of three images MD5s show the first two; an MDL begins again with the first. */
const filled = (members: readonly string[]): readonly string[] =>
  members.length === 3 ? [...members, members[0]!] : members;

/**
 * `written` with the skins of the MDL; `wearing` opens it with a skin. Nothing is added where the model has one image and
 * that is written.
 */
export function withSkins(
  kind: 'md5mesh' | 'md3',
  engine: string,
  written: ExportedFile,
  document: VitrineDocument,
  wearing: (skin: string) => VitrineDocument,
): ExportedFile {
  const profile = profileOf(readProfiles(), engine);
  const rule = profile?.asks.images;
  if (!profile || !rule) return written;
  const added = new Skins(written, document, wearing, rule, profile.name);
  if (kind === 'md3') added.md3(kAnimated.has(profile.key));
  else if (rule.rule === 'md2-skins') added.named();
  else added.numbered();
  return added.result();
}

class Skins {
  private readonly files: NonNullable<ExportedFile['files']>;
  private losses;
  private readonly skins;

  constructor(
    private readonly written: ExportedFile,
    private readonly document: VitrineDocument,
    private readonly wearing: (skin: string) => VitrineDocument,
    private readonly rule: ImageRule,
    private readonly title: string,
  ) {
    this.files = [...(written.files ?? [])];
    this.losses = [...written.report.losses];
    this.skins = skinsOf(document);
  }

  result(): ExportedFile {
    const { written, files, losses } = this;
    const list = files.map(({ name, bytes }) => ({ name, bytes: bytes.length }));
    const bytes = list.reduce((sum, { bytes: size }) => sum + size, 0);
    return { ...written, files, report: { ...written.report, bytes, losses, files: list } };
  }

  /** `NAME_SS_FF`, with `_glow`; FTE takes lumps, whose last colours glow. */
  numbered(): void {
    const { types, extras = [], frames = 1 } = this.rule,
      lumps = types.every((type) => type === 'lmp'),
      [stem] = this.written.report.shaders ?? [];
    if (stem === undefined) return;
    const two = (number: number): string => String(number).padStart(2, '0');
    let missing = 0;
    for (const [s, members] of this.limited(frames))
      for (const [f, skin] of filled(members).entries()) {
        const name = `${stem}_${two(s)}_${two(f)}`;
        const { colours, glow } = lumps ? { colours: this.lumpOf(skin), glow: undefined } : this.imagesOf(skin);
        if (!colours) ++missing;
        if (!lumps && s === 0 && f === 0) continue;
        if (colours) this.add(`${name}${lumps ? '.lmp' : endingOf(colours)}`, colours);
        if (glow && extras.includes('glow')) this.add(`${name}_glow${endingOf(glow)}`, glow);
      }
    // What is inside of the model is written with the colours that glow.
    if (lumps && missing === 0) this.losses = this.losses.filter(({ what }) => what !== 'images');
    this.lose(
      missing,
      `${countOf(missing, 'image is', 'images are')} not written${lumps ? `: ${this.title} takes those of the game's palette alone` : ''}`,
    );
  }

  /** By the name of each skin of an MD2, in the folder of the MD5. */
  named(): void {
    for (const [s, path] of skinPathsOf(this.document).entries()) {
      const { colours } = s === 0 ? {} : this.imagesOf(String(s));
      if (colours) this.add(`${partsOf(path).name}${endingOf(colours)}`, colours);
      else if (s > 0) this.lose(1, `the image of the skin '${cut(path)}' is not among the files`);
    }
  }

  /** `NAME.md3_N.skin`, whose lines name an image for each surface, and one after the other those of a group. */
  md3(animates: boolean): void {
    const lines = this.files
      .filter(({ name }) => name.endsWith('.md3_0.skin'))
      .flatMap(({ bytes }) => new TextDecoder().decode(bytes).trim().split('\n'))
      .flatMap((line) => (line.includes(',') ? [line.split(',')] : []));
    const [first] = this.files,
      path = lines[0]?.[1],
      whole = /([^/]*)$/.exec(path ?? '')?.[1];
    if (!first || path === undefined || !whole) return;
    const worn = this.limited(animates ? (this.rule.frames ?? 1) : 1).map(([s, members]) => ({
      s,
      images: members.map((skin) => this.imagesOf(skin)),
    }));
    const glows = worn.some(({ images }) => images.some(({ glow }) => glow));
    for (const { s, images } of worn) {
      const suffixes = images.map((_, f) => (s === 0 && f === 0 ? '' : `_${s}_${f}`));
      for (const [f, { colours, glow = dark() }] of images.entries()) {
        const name = `${whole}${suffixes[f]}`;
        if (colours && suffixes[f] !== '') this.add(`${name}${endingOf(colours)}`, colours);
        // A skin without one would glow as the first does.
        if (glows) this.add(`${name}_luma${endingOf(glow)}`, glow);
      }
      const text = lines.flatMap(([surface]) => suffixes.map((suffix) => `${surface},${path}${suffix}\n`)).join('');
      const file = { name: `${first.name}_${s}.skin`, bytes: new TextEncoder().encode(text) };
      const at = this.files.findIndex(({ name }) => name === file.name);
      if (at < 0) this.files.push(file);
      else this.files[at] = file;
    }
  }

  /** The skins that a port holds, by number; the rest of them and of their images are losses. */
  private limited(most: number): [number, members: string[]][] {
    const { title, skins } = this,
      held = skins.slice(0, this.rule.skins).map((members): string[] => members.slice(0, most)),
      rest = skins.flat().length - held.flat().length;
    this.lose(rest, `${countOf(rest, 'image of a skin is', 'images of skins are')} left out: ${title} shows no more`);
    return [...held.entries()];
  }

  private lose(count: number, message: string): void {
    if (count > 0 && !this.losses.some((loss) => loss.message === message))
      this.losses.push({ what: 'skins', count, largest: 0, message });
  }

  private add(name: string, bytes: Uint8Array): void {
    this.files.push({ name, bytes });
  }

  private imagesOf(skin: string): Images {
    return this.worn(skin, (document) => {
      const images = document.imagesByRole(['png', 'jpg'], ({ message }) =>
        this.lose(1, `the skins are grey: ${message}`),
      );
      return { colours: images.get('diffuse'), glow: images.get('emissive') };
    });
  }

  private lumpOf(skin: string): Uint8Array | undefined {
    return this.worn(skin, (document) => {
      const [{ file = '' } = {}] = document.report.info.textures;
      return file.endsWith('.lmp') ? document.image(file) : undefined;
    });
  }

  private worn<T>(skin: string, use: (document: VitrineDocument) => T): T {
    if (skin === '0') return use(this.document);
    const document = this.wearing(skin);
    try {
      return use(document);
    } finally {
      document.dispose();
    }
  }
}

const dark = (): Uint8Array => encodePng(1, 1, new Uint8Array([0, 0, 0, 255]));

const endingOf = ([first]: Uint8Array): string => (first === 0x89 ? '.png' : '.jpg');
