// What the command says to help: texts as wide as what they are written to, options grouped by what they are for; examples,
// which fit files of any format; and "did you mean" for a mistyped name.

import { pushTo } from '../base/lists';
import { type Command, listed, type OptionSpec } from './command';
import { folded, glossary } from './terminal';

/** Narrower is not readable; what says so is no terminal. */
const kNarrowest = 40;

/** COLUMNS, or the width of the terminal; 80 for pipes and files. Undefined for COLUMNS=0: a line for each thing. */
export function widthOf(env: NodeJS.ProcessEnv, stream: { isTTY?: boolean; columns?: number }): number | undefined {
  const asked = /^\d{1,5}$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : undefined;
  if (asked === 0) return undefined;
  return Math.max(kNarrowest, asked ?? ((stream.isTTY && stream.columns) || 80));
}

export function overview(commands: readonly Command[], width: number | undefined): string {
  const rows = commands.map(({ name, operands, summary }) => [`  ${name} ${operands}`, summary] as const);
  const texts = [
    'FILE is a file, a folder, a glob pattern, an archive (zip, pk3, pk4, PAK), or - for standard input; several form one document.',
    'Each command explains itself: vitrine COMMAND --help',
  ];
  return `vitrine opens the model files of forgotten engines.\n\n${glossary(rows, width)}\n\n${texts
    .map((text) => `${folded(text, width).join('\n')}\n`)
    .join('')}`;
}

type Options = [string, OptionSpec][];

/** Options by what they are for: those of all results first, then those of some, then those of reading. */
function groupsOf({ options }: Command): Map<string, Options> {
  const all = Object.entries({ ...options, help: { short: 'h', text: 'show this help' } as OptionSpec });
  const kinds = new Set(all.flatMap(([, spec]) => spec.kinds ?? []));
  const groups = new Map<string, Options>([['', []]]);
  const reading: Options = [];
  for (const row of all) {
    const [, spec] = row;
    if (spec.reading) reading.push(row);
    else {
      const { kinds: of = [] } = spec,
        name = of.length === 0 || of.length === kinds.size ? '' : listed(of);
      pushTo(groups, name, row);
    }
  }
  if (reading.length > 0) groups.set('reading', reading);
  return groups;
}

/** Kinds of results that an option of the command is for alone. */
export const kindsOf = ({ options }: Command): string[] => [
  ...new Set(Object.values(options).flatMap(({ kinds = [] }) => kinds)),
];

/** `kind`: only what is for results of that kind. */
export function commandHelp(command: Command, width: number | undefined, kind?: string): string {
  const { name, operands, summary, examples, failure } = command;
  const groups = [...groupsOf(command)].filter(
    ([, rows]) => kind === undefined || rows.some(([, { kinds }]) => kinds === undefined || kinds.includes(kind)),
  );
  const parts = groups.map(([group, rows]) => {
    const shown = rows.filter(([, { kinds }]) => kind === undefined || kinds === undefined || kinds.includes(kind));
    const table = glossary(
      shown.map(([option, { value, short, text }]) => [
        `  ${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
        text,
      ]),
      width,
    );
    return `Options${group === '' ? '' : ` for ${group}`}\n${table}\n`;
  });
  const shown = examples.map(
    ([args, text]) => `${commandLine(`vitrine ${name} ${args}`, width)}\n${folded(text, width, 6).join('\n')}\n`,
  );
  const statuses = glossary(
    [
      ['  0', 'no errors'],
      ['  1', failure ?? 'the files have errors'],
      ['  2', 'wrong usage: an unknown option, file, action or camera'],
    ],
    width,
  );
  const kinds = kindsOf(command),
    hint = `'vitrine ${name} --help KIND' has those of one kind: ${kinds.join(', ')}.`,
    more = kind === undefined && kinds.length > 1 ? `\n${folded(hint, width).join('\n')}\n` : '';
  return (
    `vitrine ${name} ${operands}\n${folded(summary, width).join('\n')}\n\n${parts.join('\n')}${more}\n` +
    `Examples\n${shown.join('')}\nExit status\n${statuses}\n`
  );
}

/** A command to copy: a line that is too long goes on behind a backslash. */
function commandLine(text: string, width: number | undefined): string {
  if (width === undefined) return `  ${text}`;
  const lines = folded(text, width - 6);
  return lines.map((line, i) => `${i === 0 ? '  ' : '    '}${line}`).join(' \\\n');
}

export const examples = {
  check: [
    ['hero.md5mesh walk.md5anim', 'one document of two files'],
    ['models --batch --max-warnings 0', 'every model below a folder'],
    ['hero.md5mesh --fix -o fixed.md5mesh', 'automatic fixes; --only MD5_WEIGHT_SUM for one code'],
    ['ogre.md5mesh ogre.md5anim --for vkquake', 'whether the engine takes it; --for all for a table'],
    ['models --batch --format sarif > vitrine.sarif', 'for code scanning; --format junit for test reports'],
  ],
  compare: [
    ['old.md5mesh,walk.md5anim new.md5mesh,walk.md5anim --action walk', 'the files of each side, separated by commas'],
    ['hero.md5mesh hero.scene --max-distance 0.001', 'exit status 1 if a conversion moved a vertex'],
  ],
  convert: [
    ['hero.md5mesh walk.md5anim -o hero.glb --report losses.json', 'with the list of losses'],
    ['model.zip -o - --to qmsh > model.qmsh', 'an archive, to standard output'],
    ['ogre.iqm -o progs/ogre.md5mesh --for vkquake --replaces ogre.mdl', 'for an engine, with its animation'],
    ['models --batch --to glb -o converted', 'every model below a folder, under its own name'],
    ['melody.v2m -o melody.mid', 'a song, as MIDI'],
  ],
  curves: [
    ['pinwheel.qmsh.tmp --action gust', 'a table of its curves'],
    ['scene.scene --json --sample 50', 'all keys, and 50 points per curve'],
    ['models --batch', 'the curves of every model below a folder'],
  ],
  figure: [['hero.md5mesh walk.md5anim --action walk --playing -o hero.html', 'a page for an email']],
  inspect: [
    ['hero.md5mesh walk.md5anim', 'as tables'],
    ['models --batch --format md > models.md', 'a summary of every model below a folder'],
    ['pack.pk4 --json', 'an archive, as JSON'],
  ],
  pack: [
    ['hero.md5mesh walk.md5anim -o hero.vit.glb', 'a vertex may be off by 0.1 % of the size'],
    ['hero.md5mesh idle.md5anim -o hero.glb --texture-size 512 --tolerance 0.0002', 'with small images, more exact'],
  ],
  pose: [
    ['hero.md5mesh walk.md5anim --action walk --frame 12', 'every joint of one frame'],
    ['hero.md5mesh --vertices --space world', 'the bind pose with its vertices, y up'],
    ['models --batch > poses.json', 'every model below a folder, in one JSON'],
  ],
  render: [
    ['hero.md5mesh walk.md5anim --action walk --frame 12 -o hero.png', 'one frame of an action'],
    ['hero.md5mesh -o hero.png --size 1280x720 --background transparent', 'a cut-out'],
    ['hero.md5mesh walk.md5anim --animate turntable -o hero.gif', 'an animated GIF; .png is an animated PNG'],
    ['hero.md5mesh walk.md5anim idle.md5anim --animate sheet -o actions.png', 'all actions side by side'],
    ['models --batch -o posters', 'a thumbnail of every model below a folder'],
    ['room.world.json -o room.png --times 0,0.5,1', 'a world document after a second'],
    ['melody.v2m -o melody.wav --seconds 30', 'the sound of a song'],
    ['scene.zip -o - --view "camera Camera.001" | display', 'from a camera of the file, piped to another program'],
  ],
  skin: [
    ['hero.md5mesh walk.md5anim --vertex 12 --action walk --frame 3', 'each influence, its matrices, and the sum'],
    ['hero.md5mesh --vertex 12 --format input | vitrine skin -', 'the numbers for a shader; skinned from them'],
    ['numbers.json', 'positions of the vertices in numbers.json'],
  ],
  sound: [
    ['melody.v2m', 'tables and notes'],
    ['effects.vfx --format csv', 'only the notes, for a spreadsheet'],
  ],
  view: [
    ['hero.md5mesh walk.md5anim', 'opens the page in the browser; a file that changes is reloaded'],
    [
      'progs/ogre.md5mesh progs/ogre.md5anim --for vkquake',
      'with what an engine makes of the files, after each change',
    ],
    [
      'work/ogre.glb --for fteqw --out quake/id1/models/ogre',
      'with the files that an engine reads, written after each change',
    ],
    ['models --no-open --port 9000', 'all models of a folder, for a browser that is open already'],
  ],
} as const satisfies Record<string, Command['examples']>;

/** Letters to add, drop, change or swap with their neighbour until `from` is `to`. */
function distance(from: string, to: string): number {
  let before: number[] = [],
    last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; ++i) {
    const row = [i];
    for (let j = 1; j <= to.length; ++j) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let least = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] as number) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[to.length] as number;
}

/** The name of `names` that was most likely meant; undefined where none is near. */
function nearest(wanted: string, names: readonly string[]): string | undefined {
  // One slip in three letters; more is another word. Long names are no typing slips.
  const most = Math.max(1, Math.floor(Math.min(wanted.length, 60) / 3));
  const near = names
    .map((name) => ({ name, far: distance(wanted.slice(0, 60), name) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far);
  return near[0]?.name;
}

/** `; did you mean 'inspect'?`, or nothing. */
export function hint(wanted: string, names: readonly string[], prefix = ''): string {
  const name = nearest(wanted, names);
  return name === undefined ? '' : `; did you mean '${prefix}${name}'?`;
}
