// vitrine figure: a page in one file that shows the model wherever it is opened.

import { basename } from 'node:path';

import { type Note, notesIn, notesOf } from '../../core/annotations';
import { isImageName } from '../../core/names';
import { type Command, UsageError, formatOf, jsonOption, onlyFor, refuseOthers } from '../command';
import { cardSize } from '../../core/card';
import { examples } from '../examples';
import { cardOptions, figureCard } from '../figureCard';
import { inFolder, readOptionFile } from '../files';
import { gatherWithAnimations, loadOptions, readOptions, sayIssues } from '../load';
import { momentOf, momentOptions } from '../poseTime';
import { Outputs } from '../outputs';
import { json, plain } from '../terminal';
import { coresFor } from '../viewable';
import { holdWorlds } from '../worldFiles';
import { figureOfWorld } from './figureWorld';

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
