// vitrine render: a picture of the files as a PNG, drawn without a browser or a GPU; with --animate an action, a turntable or
// a contact sheet as an animated PNG or GIF.

import { join } from 'node:path';

import type { Issue } from '../../core/report';
import { encodePngSoon } from '../../images/pngWrite';
import { type AnimationKind, animationKinds } from '../animate';
import { batchOptions, type BatchSteps, type Later, type OtherItem, runBatch } from '../batch';
import {
  type Command,
  type Context,
  formatOf,
  jsonOption,
  numberOf,
  onlyFor,
  refuseOthers,
  UsageError,
  type Values,
} from '../command';
import { examples } from '../help';
import { type VitrineDocument, VitrineError } from '../index';
import { loadFiles, loadOptions, mainFile, sayIssues } from '../load';
import { FreeNames, InputPaths, makeFolder, Outputs } from '../outputs';
import { type Moment, momentOf, momentOptions } from '../poseTime';
import type { RenderOptions } from '../render';
import { countOf, issueText, json, plain } from '../terminal';
import { holdWorlds, openWorlds } from '../worldFiles';
import { lineOf, type Picture, type Written, writtenAs } from './picture';
import { drawWorld, renderWorld, worldOptionsOf } from './renderWorld';
import { isOneSong, renderSong } from './songs';

/** Kinds of results; a batch has pictures of models and of worlds. */
const kPictures = 'pictures of models',
  kAnimations = 'animations',
  kWorlds = 'worlds',
  kSongs = 'songs';
const kModels = [kPictures, kAnimations],
  kDrawn = [...kModels, kWorlds];

const kViews = ['three-quarter', 'front', 'side', 'top', 'camera'] as const;

const kPhases = ['lightmap', 'prebump', 'light', 'mul', 'specular', 'add', 'extra'];
const drawings = [
  'final',
  ...['after', 'solo', 'off'].flatMap((how) => kPhases.map((phase) => `${how}-${phase}`)),
  'steps-',
];

export const render: Command = {
  name: 'render',
  summary: 'renders a PNG without a browser: the same bytes on every machine',
  operands: 'FILE... -o OUT.png',
  options: {
    output: { value: 'OUT.png', short: 'o', text: 'the file to write; - is standard output; with --batch a folder' },
    ...onlyFor(kDrawn, batchOptions),
    ...onlyFor(kModels, momentOptions),
    time: { ...momentOptions.time!, kinds: kDrawn },
    animate: {
      value: 'KIND',
      choices: () => animationKinds,
      kinds: [kAnimations],
      text: 'action, turntable, or sheet (a cell for every action): an animated PNG, or a GIF by the ending of the name',
    },
    fps: { value: 'N', kinds: [kAnimations], text: 'animations: frames per second, 1 to 50 (default: 15)' },
    size: {
      value: 'WxH',
      kinds: kDrawn,
      text: 'pixels, 1x1 to 4096x4096 (default: 640x480; animations: 480x360, a cell of a sheet 200x150)',
    },
    view: {
      value: 'VIEW',
      choices: () => kViews,
      kinds: kModels,
      text: 'three-quarter (default), front, side, top, camera, "camera NAME", or YAW,PITCH in degrees',
    },
    fov: { value: 'DEGREES', kinds: kModels, text: 'vertical field of view (default: 32)' },
    orthographic: { kinds: kModels, text: 'without perspective' },
    background: {
      value: 'COLOUR',
      choices: () => ['light', 'dark', 'transparent'],
      kinds: kModels,
      text: 'a light (default) or dark backdrop, transparent, or a colour like "#f4f4f4"',
    },
    shadow: { kinds: kModels, text: 'contact shadow, also without a backdrop' },
    'no-shadow': { kinds: kModels, text: 'no contact shadow' },
    overlays: {
      value: 'LIST',
      choices: () => ['skeleton', 'grid', 'skeleton,grid'],
      kinds: kModels,
      text: 'overlays, separated by commas: skeleton, grid',
    },
    'no-lamps': { kinds: kModels, text: 'use studio lights even if the file has lights' },
    times: {
      value: 'S[,S...]',
      kinds: [kWorlds],
      text: 'worlds: times of one session; the last is drawn (default: 0)',
    },
    draw: {
      value: 'WHAT',
      choices: () => drawings,
      kinds: [kWorlds],
      text: 'worlds: final (default), after-PHASE, solo-PHASE, off-PHASE[-PHASE...], steps-N',
    },
    camera: {
      value: 'X,Y,Z[,DX,DY,DZ[,UX,UY,UZ]]',
      kinds: [kWorlds],
      text: 'worlds: position, direction and up of the camera',
    },
    bits: { value: '8|16', kinds: [kWorlds], text: 'worlds: bits per sample (default: 8)' },
    from: { value: 'S', kinds: [kSongs], text: 'songs: start, in seconds' },
    seconds: {
      value: 'S',
      kinds: [kSongs, kAnimations],
      text: 'songs: length (default: to the end, and 2 s for the tails); turntables: one turn (default: 4); sheets: at most so much of an action (default: 2)',
    },
    effect: {
      value: 'MINOR',
      kinds: [kSongs],
      text: 'VFX files: the effect with this minor id, with its gain; with --seconds longer than itself its loop repeats',
    },
    channel: { value: 'N', kinds: [kSongs], text: 'songs: only this channel, 0 to 15' },
    float: { kinds: [kSongs], text: 'songs: 32-bit floats instead of 16 bits' },
    normalise: { kinds: [kSongs], text: 'songs: bring the loudest sample to -1 dB of full scale' },
    format: {
      value: 'pretty|json',
      kinds: kDrawn,
      text: 'format of the report (default: one line on standard error)',
    },
    json: { ...jsonOption, kinds: kDrawn },
    ...onlyFor(kModels, loadOptions),
  },
  examples: examples.render,
  async run(context) {
    const { values } = context;
    const output = values.output;
    if (typeof output !== 'string') throw new UsageError('name the image to write with -o');
    const animates = values.animate !== undefined,
      isSong =
        output.toLowerCase().endsWith('.wav') ||
        (output === '-' && !animates && values.batch !== true && (await isOneSong(context))),
      isWorld = !isSong && values.batch !== true && holdWorlds(context.operands);
    if (values.fps !== undefined && !isSong && !isWorld && !animates) throw new UsageError('--fps needs --animate');
    const others = animates ? [kAnimations] : values.batch === true ? [kPictures, kWorlds] : [kPictures];
    refuseOthers(values, render.options, ...(isSong ? [kSongs] : isWorld ? [kWorlds] : others));
    if (isSong) return renderSong(context, output);
    const prints = formatOf(values, ['pretty', 'json']) === 'json';
    if (isWorld) return renderWorld(context, output, worldSizeOf(values), prints);
    const options = optionsOf(values);
    if (values.animate !== undefined) return renderAnimation(context, output, prints, options);
    const moment = momentOf(values);
    if (values.batch === true) return renderMany(context, output, prints, options, moment);
    if (prints && output === '-') throw new UsageError('standard output can hold the image or the report, not both');
    if (output !== '-' && !output.toLowerCase().endsWith('.png'))
      throw new UsageError(`images are written as PNG; '${output}' must end in .png`);

    const { document, inputs } = await loadFiles(context);
    new Outputs().plan([output], inputs);
    const status = sayIssues(context, document);
    if (!document.shown) return 1;
    const drawn = draw(context, document, options, moment),
      facts = writtenAs(output, drawn);
    new Outputs().write([{ path: output, data: drawn.png }], inputs);
    if (prints) context.out(`${json(facts)}\n`);
    else if (output !== '-') context.err(`${lineOf(facts, mainFile(document.report))}\n`);
    return status;
  },
};

interface Drawn extends Picture {
  action: string | null;
  time: number;
  issues: Issue[];
}

function draw(context: Context, document: VitrineDocument, options: RenderOptions, moment: Moment): Drawn {
  const time = moment.time(document),
    { action } = moment;
  let picture;
  try {
    picture = document.render({ ...options, action, time });
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'RENDER_OPTION') throw new UsageError(error.message);
    throw error;
  }
  const { width, height, rgba, issues } = picture;
  for (const issue of issues) context.err(`${issueText(issue)}\n`);
  const name = action === undefined ? null : document.action(action).name;
  return { width, height, png: encodePngSoon(width, height, rgba), action: name, time, issues };
}

const worldSizeOf = ({ size }: Values): { width?: number; height?: number } => {
  const [width, height] = size === undefined ? [] : sizeOf(String(size));
  return width === undefined ? {} : { width, height: height! };
};

/** A picture of each document into a folder, world documents last; what has nothing to draw is passed over. */
async function renderMany(
  context: Context,
  folder: string,
  prints: boolean,
  options: RenderOptions,
  moment: Moment,
): Promise<number> {
  if (folder === '-') throw new UsageError('with --batch, -o names a folder');
  const inputs = new InputPaths(),
    outputs = new Outputs();
  const worlds = holdWorlds(context.operands) ? await openWorlds(context.operands, inputs) : [];
  const worldOptions = worldOptionsOf(context.values, worldSizeOf(context.values));
  makeFolder(folder);
  const all: (Written<Picture> & { name: string })[] = [];
  const names = new FreeNames();
  const fileFor = (name: string): string => {
    // The path becomes a name: nothing is written outside the folder.
    const base = name.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/^[._]+/, '') || 'model';
    return names.next(
      (suffix) => join(folder, `${base}${suffix}.png`),
      (path) => inputs.has(path),
    );
  };
  const write = (name: string, picture: Picture, quiet: Context, later: Later): void => {
    const path = fileFor(name),
      facts = writtenAs(path, picture),
      rest = outputs.begin([{ path, data: picture.png }], inputs);
    const written = (): void => {
      if (prints) all.push({ name, ...facts });
      else quiet.err(`${lineOf(facts, name)}\n`);
    };
    if (!rest) return written();
    later(() => {
      rest();
      written();
    });
  };
  const core = await context.vitrine();
  const others = worlds.map((world): OtherItem => ({
    name: world.source,
    run(quiet, later) {
      const picture = drawWorld(quiet, core, world, worldOptions);
      if (!picture) return 'failed';
      write(world.source, picture, quiet, later);
      return picture.issues.length > 0 ? 'warned' : 'fine';
    },
  }));
  const steps: BatchSteps<undefined, Drawn> = {
    work(document, _, quiet) {
      const failed = sayIssues(quiet, document);
      if (!document.shown || document.report.info.bounds === null) return { status: failed };
      return { status: failed, done: draw(quiet, document, options, moment) };
    },
    report: (drawn, { name }, quiet, later) => write(name, drawn, quiet, later),
  };
  const { status, tally } = await runBatch(context, steps, others, inputs);
  if (prints) context.out(`${json({ summary: tally, pictures: all })}\n`);
  return status;
}

function optionsOf(values: Values): RenderOptions {
  const { size, view, background, overlays } = values;
  const options: RenderOptions = {
    fov: numberOf(values, 'fov', 'real'),
    orthographic: values.orthographic === true,
    lamps: values['no-lamps'] !== true,
  };
  if (values.shadow === true && values['no-shadow'] === true)
    throw new UsageError('--shadow and --no-shadow cannot be combined');
  if (values.shadow === true || values['no-shadow'] === true) options.shadow = values.shadow === true;
  if (size !== undefined) [options.width, options.height] = sizeOf(String(size));
  if (view !== undefined) Object.assign(options, viewOf(String(view)));
  if (background !== undefined) options.background = String(background) as RenderOptions['background'];
  if (overlays !== undefined) {
    const names = String(overlays)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const wrong = names.find((name) => name !== 'skeleton' && name !== 'grid');
    if (wrong !== undefined) throw new UsageError(`--overlays supports skeleton and grid, not '${wrong}'`);
    options.overlays = names as ('skeleton' | 'grid')[];
  }
  return options;
}

function sizeOf(text: string): [number, number] {
  const [, width, height] = /^(\d{1,9})[x×](\d{1,9})$/i.exec(text.trim()) ?? [];
  const fits = (pixels: string | undefined): boolean => Number(pixels) >= 1 && Number(pixels) <= 4096;
  if (!fits(width) || !fits(height)) throw new UsageError(`--size must be 1x1 to 4096x4096 pixels, not '${text}'`);
  return [Number(width), Number(height)];
}

function viewOf(text: string): RenderOptions {
  const named = kViews.find((name) => name === text);
  if (named) return { view: named };
  const camera = /^camera[\s:=](.+)$/.exec(text)?.[1];
  if (camera !== undefined) return { camera: camera.trim() };
  const [, yaw, pitch] = /^\s*([-+\d.eE]+)\s*,\s*([-+\d.eE]+)\s*$/.exec(text) ?? [];
  if (yaw !== undefined && Number.isFinite(Number(yaw)) && Number.isFinite(Number(pitch)))
    return { yaw: Number(yaw), pitch: Number(pitch) };
  throw new UsageError(`--view is one of ${kViews.join(', ')}, "camera NAME" or YAW,PITCH in degrees, not '${text}'`);
}

const kinds: readonly string[] = animationKinds;

async function renderAnimation(
  context: Context,
  output: string,
  prints: boolean,
  options: RenderOptions,
): Promise<number> {
  const { values } = context,
    kind = String(values.animate),
    ending = /\.(png|apng|gif|webm)$/i.exec(output)?.[1]?.toLowerCase();
  if (!kinds.includes(kind)) throw new UsageError(`--animate is one of ${kinds.join(', ')}, not '${kind}'`);
  if (values.batch === true) throw new UsageError('--animate and --batch cannot be combined');
  if (values.time !== undefined || values.frame !== undefined)
    throw new UsageError('--animate shows all of an action: --time and --frame are for one picture');
  if (ending === 'webm')
    throw new UsageError('WebM needs the encoder of a browser: the application saves it; use .png or .gif here');
  if (ending === undefined && output !== '-')
    throw new UsageError(`animations are written as PNG or GIF; '${plain(output)}' must end in .png, .apng or .gif`);
  if (prints && output === '-') throw new UsageError('standard output can hold the image or the report, not both');
  const framesPerSecond = numberOf(values, 'fps', 'whole'),
    seconds = numberOf(values, 'seconds', 'real');
  const { document, inputs } = await loadFiles(context);
  new Outputs().plan([output], inputs);
  const status = sayIssues(context, document);
  if (!document.shown) return 1;
  let made;
  try {
    made = document.animate({
      ...options,
      kind: kind as AnimationKind,
      format: ending === 'gif' ? 'gif' : 'apng',
      ...(typeof values.action === 'string' && { action: values.action }),
      ...(framesPerSecond !== undefined && { framesPerSecond }),
      ...(seconds !== undefined && { seconds }),
    });
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'RENDER_OPTION')
      throw new UsageError(error.message.replace(/^framesPerSecond/, '--fps').replace(/^seconds/, '--seconds'));
    throw error;
  }
  const { bytes, ...facts } = made;
  new Outputs().write([{ path: output, data: bytes }], inputs);
  if (prints) context.out(`${json({ output, ...facts, bytes: bytes.byteLength })}\n`);
  else if (output !== '-')
    context.err(
      `${plain(output)}: ${countOf(facts.frames, 'frame')} of ${facts.width} x ${facts.height} pixels of ${plain(mainFile(document.report))}, ${bytes.byteLength} bytes\n`,
    );
  return status;
}
