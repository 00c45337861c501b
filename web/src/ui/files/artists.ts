// Images found as artists name them: NAME_diffuse, NAME_normal and their like beside a model that asks for NAME. A found
// image is given to the document once more, under a name that the model asks for.

import { imageSize } from '../../images/anyImage';
import { isImageName } from '../../core/names';
import type { Report } from '../../core/report';
import { isPacked, sizeOf, type SourceFile } from '../../protocol/files';

/** Endings of names by what an image is, most usual first. */
const kSuffixes: Readonly<Record<string, readonly string[]>> = {
  diffuse: [
    '',
    'd',
    'diffuse',
    'diff',
    'dif',
    'color',
    'colour',
    'col',
    'albedo',
    'alb',
    'basecolor',
    'base_color',
    'tex',
  ],
  normal: ['local', 'n', 'normal', 'normals', 'nrm', 'norm', 'nor', 'nm', 'ddn'],
  specular: ['s', 'specular', 'spec', 'spc'],
  height: ['h', 'height', 'bump', 'bmp', 'disp'],
  emissive: ['glow', 'luma', 'emissive', 'emit', 'emission'],
};
const kAll = [...new Set(Object.values(kSuffixes).flat())]
  .filter((suffix) => suffix !== '')
  .sort((a, b) => b.length - a.length);

/** Images larger than this are no textures of a model. */
const kMostPixels = 8192 * 8192;
const kHeaderBytes = 65536;

const baseOf = (path: string): string => path.slice(path.search(/[^\\/]*$/)).toLowerCase();
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1).toLowerCase();
const withoutEnding = (name: string): string => (isImageName(name) ? name.replace(/\.[^.]*$/, '') : name);

/** `imp_local` is `imp` and `local`; a name without a known ending has none. */
export function partsOf(stem: string): { stem: string; suffix: string } {
  for (const suffix of kAll) {
    const end = new RegExp(`^(.+?)[_\\-. ]${suffix}$`).exec(stem);
    if (end) return { stem: end[1]!, suffix };
  }
  return { stem, suffix: '' };
}

interface Wanted {
  role: string;
  /** Stems of the names that the model asks for. */
  stems: Set<string>;
  searched: readonly string[];
}

/** Missing images, by their role in the material. */
function wantedBy({ info }: Report): Wanted[] {
  const seen = new Set<number>();
  return info.materials.flatMap(({ name, slots }) =>
    slots.flatMap(({ role, texture }): Wanted[] => {
      const asked = texture === null ? undefined : info.textures[texture];
      if (texture === null || !asked || asked.status === 'found' || asked.searched.length === 0 || seen.has(texture))
        return [];
      seen.add(texture);
      const names = [...asked.searched, asked.name, name].map((each) => withoutEnding(baseOf(each)));
      return [
        { role, searched: asked.searched, stems: new Set(names.map((each) => partsOf(each).stem).filter(Boolean)) },
      ];
    }),
  );
}

async function pixelsOf({ data }: SourceFile): Promise<number> {
  // Estimates packed images by their bytes, without unpacking.
  if (isPacked(data)) return sizeOf(data) / 4;
  const head = data instanceof Blob ? await data.slice(0, kHeaderBytes).arrayBuffer() : data.slice(0, kHeaderBytes);
  const { width, height } = imageSize(new Uint8Array(head));
  return width * height;
}

/** The name of those asked for that has the ending of the file, else the first. */
export function aliasFor(searched: readonly string[], file: string): string {
  const ending = file.slice(file.lastIndexOf('.')).toLowerCase();
  return searched.find((name) => name.toLowerCase().endsWith(ending)) ?? searched[0] ?? file;
}

/** The images that artists mean for what a document misses, under names that it asks for. */
export async function artistsImages(report: Report, files: readonly SourceFile[]): Promise<SourceFile[]> {
  const wanted = wantedBy(report);
  if (wanted.length === 0) return [];
  const used = new Set(report.info.textures.map(({ file }) => file)),
    model = folderOf(report.files.find(({ role }) => role !== 'texture')?.name ?? '');
  const images = files
    .filter(({ name }) => isImageName(name) && !used.has(name))
    .map((file) => ({ file, ...partsOf(withoutEnding(baseOf(file.name))) }));
  const found: SourceFile[] = [];
  for (const { role, stems, searched } of wanted) {
    const suffixes = kSuffixes[role] ?? [];
    const fitting = images.filter(({ stem, suffix }) => stems.has(stem) && suffixes.includes(suffix));
    const ranked = await Promise.all(
      fitting.map(async ({ file, suffix }) => ({
        file,
        near: folderOf(file.name) === model ? 1 : 0,
        pixels: await pixelsOf(file).catch(() => 0),
        rank: suffixes.indexOf(suffix),
      })),
    );
    const [best] = ranked
      .filter(({ pixels }) => pixels > 0 && pixels <= kMostPixels)
      .sort((a, b) => b.near - a.near || b.pixels - a.pixels || a.rank - b.rank);
    if (best) found.push({ name: aliasFor(searched, best.file.name), data: best.file.data });
  }
  return found;
}

/** The names by which the material of a mesh asks for its colours; undefined if it names no image. */
export function colourNames({ info }: Report, mesh: number, primitive = 0): readonly string[] | undefined {
  const shown = info.meshes[mesh],
    material = info.materials[shown?.primitives[primitive]?.material ?? -1];
  const texture = material?.slots.find(({ role }) => role === 'diffuse')?.texture;
  const asked = texture === null || texture === undefined ? undefined : info.textures[texture];
  if (!asked || asked.inside) return undefined;
  return asked.searched.length > 0 ? asked.searched : [asked.name];
}
