// vitrine convert NAME.mdl --for ENGINE: the skins that the conversion does not write, as it has the first one alone, under
// the names by which the port looks for them.
// ironwail 7ff4ec5, vkQuake 46e5e6d, QSS-M 46a4719 (gl_model.c, gl_mesh.c), fteqw 93257c1 (com_mesh.c).

import type { VitrineError } from '../../base/errors';
import type { Loss } from '../../core/report';
import { encodePng } from '../../images/pngWrite';
import type { ImageRule, Profile } from '../../verdicts/profile';
import { profileOf, readProfiles } from '../../verdicts/profiles';
import { partsOf } from '../../verdicts/asks';
import { countOf, cut } from '../terminal';
import type { ExportedFile } from '../exports';
import type { VitrineDocument } from '../index';

/** Ports that show the images of a group of an MD3's skin one after the other. */
const kAnimated: ReadonlySet<string> = new Set(['ironwail', 'vkquake']);

interface Described {
  skins?: { name: string; replaces: { to: string }[] }[];
}

/** Those that a document may show, by number; each with the names of its images, and the path that an MD2 has. */
function skinsOf({ report }: VitrineDocument): { members: string[]; path?: string | undefined }[] {
  const format: Described & { files?: Described[] } = report.info.format ?? {},
    out: ReturnType<typeof skinsOf> = [];
  for (const { name, replaces } of (format.files ?? [format]).flatMap(({ skins = [] }) => skins)) {
    const [, number] = /^(\d+)(?:_\d+)?$/.exec(name) ?? [];
    if (number) (out[+number] ??= { members: [], path: replaces[0]?.to }).members.push(name);
  }
  return out.length > 0 ? out : [{ members: ['0'] }];
}

/** What is added to the files of one conversion. */
class SkinFiles {
  readonly #files: NonNullable<ExportedFile['files']>;
  #losses: Loss[];
  readonly #skins: ReturnType<typeof skinsOf>;
  /** The images are lumps of the game, in the colours of its palette. */
  readonly #lumps: boolean;

  constructor(
    private readonly written: ExportedFile,
    private readonly profile: Profile,
    private readonly rule: ImageRule,
    isOneFile: boolean,
    private readonly document: VitrineDocument,
    private readonly wearing: (skin: string) => VitrineDocument,
  ) {
    this.#files = [...(written.files ?? [])];
    this.#losses = [...written.report.losses];
    this.#skins = skinsOf(document);
    this.#lumps = !isOneFile && rule.types.every((type) => type === 'lmp');
  }

  get result(): ExportedFile {
    const { written } = this,
      files = this.#files,
      list = files.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
      bytes = list.reduce((sum, file) => sum + file.bytes, 0);
    return { ...written, files, report: { ...written.report, bytes, losses: this.#losses, files: list } };
  }

  /** `NAME.md3_N.skin`, whose lines name an image for each surface, and one after the other those of a group. */
  toOneFile(): void {
    const files = this.#files,
      first = files.find(({ name }) => name.endsWith('.md3_0.skin'));
    const lines = new TextDecoder()
      .decode(first?.bytes)
      .split('\n')
      .flatMap((line) => (line.includes(',') ? [line.split(',')] : []));
    const path = lines[0]?.[1] ?? '',
      whole = partsOf(`${path}.x`).name,
      most = kAnimated.has(this.profile.key) ? this.rule.frames : 1,
      worn = this.#held(most).map((members) => members.map((skin) => this.#imagesOf(skin))),
      glows = worn.flat().some(([, glow]) => glow);
    for (const [s, images] of worn.entries()) {
      const suffixes = images.map((_, f) => (s + f > 0 ? `_${s}_${f}` : ''));
      for (const [f, [colours, glow]] of images.entries()) {
        if (s + f > 0) this.#add(whole + suffixes[f], colours);
        // A skin without one would glow as the first does.
        if (glows) this.#add(`${whole}${suffixes[f]}_luma`, glow ?? encodePng(1, 1, new Uint8Array([0, 0, 0, 255])));
      }
      const text = lines.flatMap(([surface]) => suffixes.map((suffix) => `${surface},${path}${suffix}\n`)).join(''),
        bytes = new TextEncoder().encode(text);
      if (s === 0 && first) files[files.indexOf(first)] = { ...first, bytes };
      else files.push({ name: `${files[0]!.name}_${s}.skin`, bytes });
    }
  }

  /** `NAME_SS_FF`, with `_glow`. Of three images MD5s show the first two; an MDL begins again with the first. */
  numbered(): void {
    const { rule } = this;
    let missing = 0;
    for (const [s, members] of this.#held(rule.frames).entries())
      for (const [f, skin] of (members.length === 3 ? [...members, members[0]!] : members).entries()) {
        const numbers = [s, f].map((number) => String(number).padStart(2, '0')),
          name = [this.written.report.shaders?.[0], ...numbers].join('_'),
          [colours, glow] = this.#imagesOf(skin);
        if (!colours) ++missing;
        if (!this.#lumps && s + f === 0) continue;
        this.#add(name, colours);
        if (rule.extras?.includes('glow')) this.#add(`${name}_glow`, glow);
      }
    // What is inside of the model is written with the colours that glow.
    if (this.#lumps && missing === 0) this.#losses = this.#losses.filter(({ what }) => what !== 'images');
    this.#lose(missing, `${countOf(missing, 'image of a skin is', 'images of skins are')} not in the game's colours`);
  }

  /** By the name of each skin of an MD2, in the folder of the MD5. */
  byName(): void {
    for (const [s, { path = '' }] of this.#skins.entries()) {
      if (s === 0) continue;
      const [colours] = this.#imagesOf(String(s));
      this.#add(partsOf(path).name, colours);
      if (!colours) this.#lose(1, `the image of the skin '${cut(path)}' is not among the files`);
    }
  }

  #lose(count: number, message: string): void {
    if (count > 0 && !this.#losses.some((loss) => loss.message === message))
      this.#losses.push({ what: 'skins', count, largest: 0, message });
  }

  #add(name: string, bytes: Uint8Array | undefined): void {
    const ending = this.#lumps ? '.lmp' : bytes?.[0] === 0x89 ? '.png' : '.jpg';
    if (bytes) this.#files.push({ name: name + ending, bytes });
  }

  /** Colours, and what glows; of a lump its last colours do. */
  #imagesOf(skin: string): (Uint8Array | undefined)[] {
    const { document } = this,
      worn = skin === '0' ? document : this.wearing(skin);
    try {
      const [{ file = '' } = {}] = worn.report.info.textures;
      if (this.#lumps) return file.endsWith('.lmp') ? [worn.image(file)] : [];
      const told = ({ message }: VitrineError): void => this.#lose(1, `the skins are grey: ${message}`),
        images = worn.imagesByRole(['png', 'jpg'], told);
      return [images.get('diffuse'), images.get('emissive')];
    } finally {
      if (worn !== document) worn.dispose();
    }
  }

  /** The images that a port holds, by skin; the others are losses. */
  #held(most = 1): string[][] {
    const some = this.#skins.slice(0, this.rule.skins).map(({ members }) => members.slice(0, most)),
      rest = this.#skins.flatMap(({ members }) => members).length - some.flat().length,
      what = countOf(rest, 'image of a skin is', 'images of skins are');
    this.#lose(rest, `${what} left out: ${this.profile.name} shows no more`);
    return some;
  }
}

/**
 * `written`, which is one file of frames or an MD5, with the skins of the MDL or MD2; `wearing` opens it with a skin. Nothing
 * is added where the model has one image and that is written.
 */
export function withSkins(
  isOneFile: boolean,
  engine: string,
  written: ExportedFile,
  document: VitrineDocument,
  wearing: (skin: string) => VitrineDocument,
): ExportedFile {
  const profile = profileOf(readProfiles(), engine),
    rule = profile?.asks.images;
  if (!rule || !written.files?.[0]) return written;
  const files = new SkinFiles(written, profile, rule, isOneFile, document, wearing);
  if (isOneFile) files.toOneFile();
  else if (rule.rule === 'numbered') files.numbered();
  else files.byName();
  return files.result;
}
