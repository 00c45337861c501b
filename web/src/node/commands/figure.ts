// vitrine figure: a page in one file that shows the model wherever it is opened. For a world document it carries the engine of
// worlds, the document and the files it names. With --card: what chat programs and forums show of a link to the page.

import { basename } from 'node:path';

import { type Note, notesIn, notesOf } from '../../core/annotations';
import { type Card, cardSize, cardTags } from '../../core/card';
import { isImageName } from '../../core/names';
import type { Report } from '../../core/report';
import type { WorldFramePixels } from '../../core/world';
import { boundsOf, durationOf, kEndless, kTicksPerSecond, reportOf, trianglesOf } from '../../core/worldSummary';
import {
  type Command,
  type Context,
  formatOf,
  jsonOption,
  onlyFor,
  refuseOthers,
  UsageError,
  type Values,
} from '../command';
import { inFolder, readOptionFile } from '../files';
import { examples } from '../help';
import { encodePng, VitrineError } from '../index';
import { gatherWithAnimations, loadOptions, readOptions, sayIssues } from '../load';
import { Outputs } from '../outputs';
import { momentOf, momentOptions } from '../poseTime';
import { issueLine, json, plain } from '../terminal';
import { coresFor } from '../viewable';
import { holdWorlds, isWorldName, openWorlds } from '../worldFiles';
import { timesOf } from './world';

/** Throws UsageError for what is no list of annotations. */
function notesOfFile(path: string): Note[] {
  const fault = (): UsageError =>
    new UsageError(`--annotations is a JSON file with [{ "at", "text", "action", "time" }], not '${path}'`);
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder().decode(readOptionFile(path)));
  } catch (error) {
    if (error instanceof SyntaxError) throw fault();
    throw error;
  }
  const notes = notesOf(list);
  if (!Array.isArray(list) || notes.length < list.length) throw fault();
  return notes;
}

const kModels = 'models';

const cardOptions = {
  card: { text: 'what chat programs and forums show of a link, with a picture FIGURE.card.png next to the page' },
  url: { value: 'ADDRESS', text: 'with --card: URL of the page; without it few programs find the picture' },
} as const;

export const figure: Command = {
  name: 'figure',
  summary: 'writes a standalone HTML page with viewer, model, poster and table',
  operands: 'FILE... -o figure.html',
  options: {
    output: { value: 'FIGURE.html', short: 'o', text: 'the file to write; - is standard output' },
    title: { value: 'TEXT', text: 'title of the page (default: the name of the model)' },
    ...momentOptions,
    playing: { text: 'plays automatically, unless the system prefers reduced motion' },
    annotations: {
      value: 'NOTES.json',
      kinds: [kModels],
      text: 'annotations to show (default: those in the GLB file)',
    },
    'no-poster': { text: 'omit the image shown while loading, in print and without scripts' },
    ...cardOptions,
    format: { value: 'pretty|json', text: 'format of the report (default: one line on standard error)' },
    json: jsonOption,
    ...onlyFor([kModels], loadOptions),
  },
  examples: examples.figure,
  async run(context) {
    const { operands, values, err } = context;
    const output = values.output;
    if (typeof output !== 'string') throw new UsageError('name the page to write with -o');
    const prints = formatOf(values, ['pretty', 'json']) === 'json';
    if (prints && output === '-') throw new UsageError('standard output can hold the page or the report, not both');
    const card = figureCard(values, output);
    if (holdWorlds(operands)) {
      refuseOthers(values, figure.options, 'worlds');
      return figureOfWorld(context, output, prints, card);
    }
    const given = typeof values.annotations === 'string' ? notesOfFile(values.annotations) : undefined;
    const core = await context.vitrine();
    const {
      files,
      models: own,
      animations,
      inputs,
      resolve,
    } = await gatherWithAnimations(
      operands,
      values,
      core.formats.flatMap(({ extensions }) => extensions),
    );
    const reading = readOptions(values),
      document = core.load(own, { resolve, animations, ...reading });
    const outputs = new Outputs();
    outputs.plan([output, ...(card ? [card.path] : [])], inputs);
    const status = sayIssues(context, document);
    if (!document.shown) return 1;
    const { report } = document;
    const model = report.files.find(({ role }) => role === 'mesh') ?? report.files[0];
    const { title = basename(model?.name ?? 'model').replace(/\.[^.]*$/, '') } = values;
    const moment = momentOf(values);
    // The viewer's defaults.
    const first = document.actions.find(({ playable, cameraNode }) => playable && cameraNode === undefined);
    const action = moment.action === undefined ? first?.name : document.action(moment.action).name,
      time = moment.time(document);
    const poster =
      values['no-poster'] === true ? undefined : document.renderPng({ action, time, width: 640, height: 480 });
    const images = report.info.textures.flatMap(({ file, inside }) => {
      const bytes = file === undefined ? undefined : document.image(file);
      return bytes && file !== undefined ? [{ name: file, bytes, inside }] : [];
    });
    // A model brings what is inside of it, but not the palette of its game.
    const others = [...images.filter(({ inside }) => !inside), ...document.palettes()];
    const models = files.filter(({ name }) => !isImageName(name));
    const shown = files.find(({ name }) => name === model?.name),
      notes = given ?? (shown ? notesIn(shown.bytes) : []);
    const asked = Object.keys(loadOptions).some((option) => values[option] !== undefined);
    // Local paths are not embedded.
    const within = inFolder(files.map(({ name }) => name));
    const read = { ...reading, animations: animations.map(({ name }) => within(name)) };
    const { figurePage } = await import('../standalonePage');
    const page = figurePage({
      title: String(title),
      report: { ...report, files: report.files.map((file) => ({ ...file, name: within(file.name) })) },
      files: [...models, ...others].map(({ name, bytes }) => ({ name: within(name), bytes })),
      // The cores for viewing have no switches.
      cores: asked ? ['whole'] : await coresFor(models, images),
      ...(asked && { read }),
      ...(poster && { poster }),
      ...(action !== undefined && { action }),
      ...(time > 0 && values.playing !== true && { time }),
      playing: values.playing === true,
      notes,
      ...(card && { card: card.tags(String(title), report) }),
    });
    const picture = card && { path: card.path, data: document.renderPng({ action, time, ...cardSize }) };
    outputs.store([{ path: output, data: page }, ...(picture ? [picture] : [])]);
    if (output !== '-') {
      const bytes = Buffer.byteLength(page);
      if (prints) context.out(`${json({ output, bytes, action: action ?? null, time })}\n`);
      else err(`${plain(output)}: ${bytes} bytes\n`);
    }
    return status;
  },
};

/** All frames up to the first are played. */
const kMostSeconds = 600;
const kPoster = { width: 640, height: 480 };

/** The frames that the page plays up to a time. */
const ticksUntil = (time: number): number[] =>
  Array.from({ length: Math.round(time * kTicksPerSecond) + 1 }, (_, tick) => tick / kTicksPerSecond);

async function figureOfWorld(context: Context, output: string, prints: boolean, card?: FigureCard): Promise<number> {
  const { operands, values, err, out } = context;
  const [input, ...more] = await openWorlds(operands);
  if (more.length > 0) throw new UsageError('name one world document');
  if (values.action !== undefined || values.frame !== undefined)
    throw new UsageError('a world document has no actions and no frames; --time sets where it begins');
  const times = timesOf('time', values.time ?? '0');
  if (times.length > 1) throw new UsageError(`--time is one time here, not '${String(values.time)}'`);
  const [time = 0] = times;
  if (time > kMostSeconds) throw new UsageError(`--time is at most ${kMostSeconds} seconds here`);
  const { source, text, beside, inputs } = input!;
  const outputs = [output, ...(card ? [card.path] : [])];
  new Outputs().plan(outputs, inputs);
  const vitrine = await context.vitrine(),
    bytes = text();
  const named = new Map<string, Uint8Array>();
  const world = vitrine.world(bytes, (name) => {
    const found = beside(name);
    if (found) named.set(name, found);
    return found;
  });
  try {
    // Also without a poster: it reads the images, and reports errors.
    const drawing = values['no-poster'] === true ? { ...kPoster, width: 16, height: 12 } : kPoster;
    let picture: WorldFramePixels;
    try {
      picture = world.render({ times: ticksUntil(time), ...drawing });
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      for (const issue of world.ok ? error.issues : world.report.issues) err(`${issueLine({ ...issue, source })}\n`);
      return 1;
    }
    const all = [...world.report.issues, ...picture.issues];
    for (const issue of all) err(`${issueLine({ ...issue, source })}\n`);
    const outline = world.outline!,
      tables = world.tables()!;
    const base = basename(source),
      name = isWorldName(base) ? base : `${base}.world.json`;
    const files = [{ name, bytes }, ...[...named].map(([file, content]) => ({ name: file, bytes: content }))];
    const report = reportOf({
      name,
      files: files.map((file) => ({ name: file.name, bytes: file.bytes.length })),
      issues: all,
      outline,
      duration: durationOf(outline) || kEndless,
      bounds: boundsOf(tables),
      triangles: trianglesOf(tables),
      version: vitrine.version,
    });
    const { title = name.replace(/\.world\.json$/i, '') } = values;
    const { figurePage } = await import('../standalonePage');
    const page = figurePage({
      title: String(title),
      report,
      files,
      cores: ['whole'],
      ...(values['no-poster'] !== true && { poster: encodePng(picture.width, picture.height, picture.pixels) }),
      ...(time > 0 && values.playing !== true && { time }),
      playing: values.playing === true,
      ...(card && { card: card.tags(String(title), report) }),
    });
    const written = [{ path: output, data: page as string | Uint8Array }];
    if (card) {
      const large = world.render({ times: ticksUntil(time), ...cardSize });
      written.push({ path: card.path, data: encodePng(large.width, large.height, large.pixels) });
    }
    new Outputs().write(written, inputs);
    const size = Buffer.byteLength(page);
    if (output === '-') return 0;
    if (prints) out(`${json({ output, bytes: size, action: null, time })}\n`);
    else err(`${plain(output)}: ${size} bytes\n`);
  } finally {
    world.dispose();
  }
  return 0;
}

interface FigureCard {
  /** Where the picture is written. */
  path: string;
  /** The tags, once the page is known. */
  tags(title: string, report: Report): string[];
}

/** What --card and --url ask for. Throws UsageError for an address that is none. */
function figureCard(values: Values, output: string): FigureCard | undefined {
  const { card, url } = values;
  if (card !== true) {
    if (url !== undefined) throw new UsageError('--url needs --card');
    return undefined;
  }
  if (output === '-') throw new UsageError('--card writes a picture next to the page, so the page needs a file name');
  const path = `${output.replace(/\.html?$/i, '')}.card.png`,
    name = encodeURIComponent(basename(path));
  if (url === undefined) return { path, tags: (title, report) => tagsOf(title, report, name) };
  const base = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (!base || !/^https?:$/.test(base.protocol))
    throw new UsageError(`--url is the http or https address of the page, not '${String(url)}'`);
  // A folder, or the page itself.
  const page = base.pathname.endsWith('/') ? new URL(encodeURIComponent(basename(output)), base) : base;
  return { path, tags: (title, report) => tagsOf(title, report, new URL(name, page).href, page.href) };
}

function tagsOf(title: string, report: Report, image: string, url?: string): string[] {
  const card: Card = { title, description: describe(report), image, alt: title, ...(url !== undefined && { url }) };
  return cardTags(card);
}

const counted = (count: number, one: string): string[] =>
  count > 0 ? [`${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`] : [];

/** `md5mesh model: 1,300 triangles, 22 joints, 3 actions (walk, idle, peck).` */
function describe({ format, info }: Report): string {
  const { statistics, actions } = info,
    names = actions.slice(0, 3).map(({ name }) => name);
  const facts = [
    ...counted(statistics.triangles, 'triangle'),
    ...counted(statistics.joints, 'joint'),
    ...counted(actions.length, 'action').map(
      (text) => `${text} (${names.join(', ')}${actions.length > 3 ? ', ...' : ''})`,
    ),
  ];
  const what = format === 'world' ? 'World document' : `${format} model`;
  return `${what}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}.`;
}
