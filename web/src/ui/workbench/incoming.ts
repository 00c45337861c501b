// Files that come while a world is edited: the document may name them from then on, and one gesture makes what uses them.

import { foldPath } from '../../base/mount';
import type { Json } from '../world/text';
import type { GivenFiles, RoomFile } from '../world/edited';
import type { Attempt, Step } from './text/draft';
import { setValue } from './text/gestures';
import { nodeAt, pointerTo, valueOf } from './text/scan';
import { keysOf } from './text/schema';
import { t } from './text/words';
import type { WorldBench } from './worldBench';

/** Puts a new operator where the files were dropped; undefined where it does not fit. */
type PutAt = (operator: Json) => Step | undefined;

interface Use {
  name: string;
  /** Where the document says it. */
  pointer: string;
  value: Json;
  /** What uses it, at a place that such an operator fits. */
  operator?: (key: string) => Json;
  /** An operator of this kind needs no entry. */
  isWhole?: boolean;
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const stemOf = (name: string): string => lastPart(name).replace(/(?<=.)\..*$/, '');
const imageEnds = (): readonly string[] => keysOf('texture').find(({ name }) => name === 'file')?.ends ?? [];
const hasEnd = (name: string, ends: readonly string[]): boolean => ends.some((end) => foldPath(name).endsWith(end));

let gestures = 0;

export function takeFiles(bench: WorldBench, { models, others }: GivenFiles, putAt?: PutAt): void {
  const { draft, kit } = bench,
    files = [...models.flat(), ...others].map(({ name, data }) => ({ name: lastPart(name), data }));
  if (files.length === 0) return;
  const isNamed = files.some(({ name }) => draft.text.includes(JSON.stringify(name)));
  bench.addFiles(files);
  // What names one already has missed it, or had another.
  if (isNamed) bench.reopen();
  const uses = [...models.map(modelUse), ...others.flatMap((file) => otherUse(file))],
    gesture = `files ${++gestures}`;
  let isTaken = true;
  const take = (attempt: Attempt | undefined, name: string): void => {
    if (!attempt || !isTaken) return;
    const step = 'refused' in attempt ? attempt : { ...attempt, label: t('Add {name}', { name }), gesture };
    isTaken = draft.apply(step);
  };
  for (const use of uses) {
    if (!use.isWhole) take(entryOf(bench, use), use.name);
    const step = uses.length === 1 && use.operator && putAt?.(use.operator(keyOf(bench, use)));
    if (step) take(step, use.name);
    else if (use.isWhole) take(entryOf(bench, use), use.name);
  }
  draft.settle();
  if (!isTaken) bench.say(bench.words(draft.refusal));
  else
    bench.say(kit.t('{names} can be used in the document now.', { names: files.map(({ name }) => name).join(', ') }));
}

function modelUse([main, ...companions]: readonly RoomFile[]): Use {
  const file = lastPart(main!.name);
  return {
    name: file,
    pointer: '/models',
    value: companions.length > 0 ? { file, with: companions.map(({ name }) => lastPart(name)) } : file,
    operator: (model) => ({ op: 'mesh', model }),
  };
}

function otherUse({ name }: RoomFile): Use[] {
  const file = lastPart(name);
  if (hasEnd(file, imageEnds()))
    return [
      { name: file, pointer: '/textures', value: file, operator: () => ({ op: 'texture', file }), isWhole: true },
    ];
  return keysOf('sound')
    .filter(({ ends = [] }) => hasEnd(file, ends))
    .map((key) => ({ name: file, pointer: `/sound/${key.name}`, value: file }));
}

/** The key of a table: that of the same file, else the stem of its name, with a number where that is taken. */
function keyOf({ draft }: WorldBench, { name, pointer, value }: Use): string {
  const table = nodeAt(draft.root, pointer),
    entries = table ? (valueOf(draft.rootText, table) as { [key: string]: Json }) : {};
  const fileOf = (entry: Json): Json => (typeof entry === 'object' && entry && 'file' in entry ? entry.file! : entry);
  const known = Object.keys(entries).find((key) => fileOf(entries[key]!) === fileOf(value));
  if (known !== undefined) return known;
  const stem = stemOf(name).slice(0, 60);
  for (let n = 2, key = stem; ; key = `${stem} ${n++}`) if (!(key in entries)) return key;
}

/** Undefined where the document says it already. */
function entryOf(bench: WorldBench, use: Use): Attempt | undefined {
  const { draft } = bench,
    pointer = use.operator ? pointerTo(use.pointer, keyOf(bench, use)) : use.pointer,
    there = nodeAt(draft.root, pointer);
  if (there && JSON.stringify(valueOf(draft.rootText, there)) === JSON.stringify(use.value)) return undefined;
  return setValue(draft, pointer, use.value);
}
