// vitrine convert NAME.mdl --for ENGINE: the skins that the conversion does not write, as it has the first one alone, under
// the names by which the port looks for them.
// ironwail 7ff4ec5, vkQuake 46e5e6d, QSS-M 46a4719 (gl_model.c, gl_mesh.c), fteqw 93257c1 (com_mesh.c).

import { profileOf, readProfiles } from '../../verdicts/profiles';
import { encodePng } from '../../images/png';
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
    rule = profile?.asks.images,
    files = [...(written.files ?? [])],
    [model] = files;
  if (!rule || !model) return written;
  const { name: title } = profile,
    lumps = !isOneFile && rule.types.every((type) => type === 'lmp'),
    skins = skinsOf(document);
  let losses = [...written.report.losses];
  const lose = (count: number, message: string): void => {
    if (count > 0 && !losses.some((loss) => loss.message === message))
      losses.push({ what: 'skins', count, largest: 0, message });
  };
  const add = (name: string, bytes: Uint8Array | undefined): void => {
    if (bytes) files.push({ name: `${name}${lumps ? '.lmp' : bytes[0] === 0x89 ? '.png' : '.jpg'}`, bytes });
  };

  /** Colours, and what glows; of a lump its last colours do. */
  const imagesOf = (skin: string): (Uint8Array | undefined)[] => {
    const worn = skin === '0' ? document : wearing(skin);
    try {
      const [{ file = '' } = {}] = worn.report.info.textures;
      if (lumps) return file.endsWith('.lmp') ? [worn.image(file)] : [];
      const images = worn.imagesByRole(['png', 'jpg'], ({ message }) => lose(1, `the skins are grey: ${message}`));
      return [images.get('diffuse'), images.get('emissive')];
    } finally {
      if (worn !== document) worn.dispose();
    }
  };

  /** The images that a port holds, by skin; the others are losses. */
  const held = (most = 1): string[][] => {
    const some = skins.slice(0, rule.skins).map(({ members }) => members.slice(0, most)),
      rest = skins.flatMap(({ members }) => members).length - some.flat().length;
    lose(rest, `${countOf(rest, 'image of a skin is', 'images of skins are')} left out: ${title} shows no more`);
    return some;
  };

  if (isOneFile) {
    // `NAME.md3_N.skin`, whose lines name an image for each surface, and one after the other those of a group.
    const first = files.find(({ name }) => name.endsWith('.md3_0.skin'));
    const lines = new TextDecoder()
      .decode(first?.bytes)
      .split('\n')
      .flatMap((line) => (line.includes(',') ? [line.split(',')] : []));
    const path = lines[0]?.[1] ?? '',
      whole = partsOf(`${path}.x`).name,
      worn = held(kAnimated.has(profile.key) ? rule.frames : 1).map((members) => members.map(imagesOf)),
      glows = worn.flat().some(([, glow]) => glow);
    for (const [s, images] of worn.entries()) {
      const suffixes = images.map((_, f) => (s + f > 0 ? `_${s}_${f}` : ''));
      for (const [f, [colours, glow]] of images.entries()) {
        if (s + f > 0) add(whole + suffixes[f], colours);
        // A skin without one would glow as the first does.
        if (glows) add(`${whole}${suffixes[f]}_luma`, glow ?? encodePng(1, 1, new Uint8Array([0, 0, 0, 255])));
      }
      const text = lines.flatMap(([surface]) => suffixes.map((suffix) => `${surface},${path}${suffix}\n`)).join(''),
        bytes = new TextEncoder().encode(text);
      if (s === 0 && first) files[files.indexOf(first)] = { ...first, bytes };
      else files.push({ name: `${model.name}_${s}.skin`, bytes });
    }
  } else if (rule.rule === 'numbered') {
    // `NAME_SS_FF`, with `_glow`. Of three images MD5s show the first two; an MDL begins again with the first.
    let missing = 0;
    for (const [s, members] of held(rule.frames).entries())
      for (const [f, skin] of (members.length === 3 ? [...members, members[0]!] : members).entries()) {
        const name = [written.report.shaders?.[0], ...[s, f].map((number) => String(number).padStart(2, '0'))].join(
            '_',
          ),
          [colours, glow] = imagesOf(skin);
        if (!colours) ++missing;
        if (!lumps && s + f === 0) continue;
        add(name, colours);
        if (rule.extras?.includes('glow')) add(`${name}_glow`, glow);
      }
    // What is inside of the model is written with the colours that glow.
    if (lumps && missing === 0) losses = losses.filter(({ what }) => what !== 'images');
    lose(missing, `${countOf(missing, 'image of a skin is', 'images of skins are')} not in the game's colours`);
  } else
    // By the name of each skin of an MD2, in the folder of the MD5.
    for (const [s, { path = '' }] of skins.entries()) {
      if (s === 0) continue;
      const [colours] = imagesOf(String(s));
      add(partsOf(path).name, colours);
      if (!colours) lose(1, `the image of the skin '${cut(path)}' is not among the files`);
    }
  const list = files.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
    bytes = list.reduce((sum, file) => sum + file.bytes, 0);
  return { ...written, files, report: { ...written.report, bytes, losses, files: list } };
}
