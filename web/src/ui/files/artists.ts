// Images found as artists name them: NAME_diffuse, NAME_normal and their like beside a model that asks for NAME. A found
// image is given to the document once more, under a name that the model asks for; one that is dropped on a mesh, under a
// name of its material.

import { flatten } from '../../core/hierarchy';
import { isImageName } from '../../core/names';
import type { Report } from '../../core/report';
import { imageSize } from '../../images/anyImage';
import { isPacked, sizeOf, type SourceFile } from '../../protocol/files';
import type { Viewer } from '../../viewer/viewer';

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
function partsOf(stem: string): { stem: string; suffix: string } {
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
function colourNames({ info }: Report, mesh: number, primitive = 0): readonly string[] | undefined {
  const shown = info.meshes[mesh],
    material = info.materials[shown?.primitives[primitive]?.material ?? -1];
  const texture = material?.slots.find(({ role }) => role === 'diffuse')?.texture;
  const asked = texture === null || texture === undefined ? undefined : info.textures[texture];
  if (!asked || asked.inside) return undefined;
  return asked.searched.length > 0 ? asked.searched : [asked.name];
}

interface Painted {
  /** Name of the mesh. */
  name: string;
  /** Names by which its material asks for its colours; none where it names no image. */
  asked: readonly string[] | undefined;
  /** The file that answers now. */
  file: string | undefined;
}

const stageAt = (x: number, y: number): DOMRect | undefined => {
  const stage = document.getElementById('stage')!,
    box = stage.getBoundingClientRect(),
    over = document.elementFromPoint(x, y);
  return over && stage.contains(over) ? box : undefined;
};

/** The joint below a point of the window while the skeleton shows; -1 for none. */
export async function jointAt(viewer: Viewer, { x, y }: { x: number; y: number }): Promise<number> {
  const box = viewer.shown && viewer.settings.overlays.skeleton ? stageAt(x, y) : undefined,
    hit = box && (await viewer.pick(x - box.left, y - box.top));
  return hit && hit.vertex < 0 ? (hit.joint >= 0 ? hit.joint : hit.node) : -1;
}

/** The mesh below a point of the window, and the image that it asks for. */
export async function meshAt(viewer: Viewer, { x, y }: { x: number; y: number }): Promise<Painted | undefined> {
  const { shown } = viewer,
    box = shown && stageAt(x, y);
  if (!box) return undefined;
  const hit = await viewer.pick(x - box.left, y - box.top, 'surface');
  if (!hit) return undefined;
  const { info } = shown.report,
    node = flatten(info.hierarchy)[hit.node],
    mesh = node?.mesh ?? -1,
    shape = info.meshes[mesh];
  if (!node || !shape) return undefined;
  const first = hit.triangle * 3,
    primitive = shape.primitives.findIndex(
      ({ firstIndex, indexCount }) => first >= firstIndex && first < firstIndex + indexCount,
    );
  const material = info.materials[shape.primitives[Math.max(0, primitive)]?.material ?? -1],
    texture = material?.slots.find(({ role }) => role === 'diffuse')?.texture,
    file = texture === null || texture === undefined ? undefined : info.textures[texture]?.file;
  return {
    name: shape.name || material?.name || node.name,
    asked: colourNames(shown.report, mesh, Math.max(0, primitive)),
    file,
  };
}
