// The core for viewing, taken apart: what all models need, and parts that scripts fetch when a file or an image needs them.
// A function belongs to a part when only functions of that part call it. Binaryen's wasm-split cuts; what is called across
// a cut goes through the table of functions, whose places the parts fill when they come.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { viewParts } from './formats.mjs';
import { output, run } from './run.mjs';

/** What the compiler is asked for (native/wasm/CMakeLists.txt), and globals shared between the parts. */
export const features = ['--mvp-features', '--enable-nontrapping-float-to-int', '--enable-bulk-memory', '--enable-sign-ext', '--enable-mutable-globals'];
const settings = ['--low-memory-unused', '--zero-filled-memory'];
/** A kilobyte less, compressed, than one -Oz. */
const shrink = ['--flatten', '--rereloop', '-Oz', '-Oz', '--strip-debug', '--strip-producers'];

/** Names as the linker writes them. Readers are called through the table of formats, decoders by scripts. */
const mangled = (word) => `${word.length}${word}`;
const known = viewParts();
const parts = [...known.map(({ name }) => name), 'images'];

/** The part that a function is the way into, if any: those of shared folders that it alone needs, and its readers. */
function entryOf(name, inTable) {
  if (name === 'image_decode') return 'images';
  const alone = known.find(({ apart }) => apart.some((word) => name.includes(mangled(word))));
  if (alone !== undefined) return alone.name;
  if (!inTable) return undefined;
  const own = known.filter(({ id }) => name.includes(`${mangled('vitrine')}${mangled(id)}`)),
    entered = own.find(({ entries }) => entries.some((word) => name.includes(mangled(word))));
  if (entered !== undefined) return entered.name;
  return /\d(load|read_)/.test(name) ? own.at(-1)?.name : undefined;
}

/** { functions, table: Set, exported: Set, callers: Map } of a module with names. */
function callGraph(wasm) {
  const decode = (text) => text.replace(/\\([0-9a-f]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
  const graph = { functions: [], table: new Set(), exported: new Set(), callers: new Map() };
  for (const line of output('wasm-opt', [...features, '--print-call-graph', wasm, '-o', '/dev/null']).split('\n')) {
    const call = /^ {2}"(.*)" -> "(.*)"; \/\/ call/.exec(line);
    if (call) {
      const [, caller, callee] = call.map(decode);
      graph.callers.set(callee, [...(graph.callers.get(callee) ?? []), caller]);
      continue;
    }
    const node = /^ {2}"(.*)" \[style="filled(, rounded)?"(, fillcolor="(\w+)")?/.exec(line);
    if (!node) continue;
    const name = decode(node[1]);
    if (node[2]) graph.table.add(name);
    else if (node[4] === 'gray') graph.exported.add(name);
    if (!node[2] && node[4] !== 'turquoise') graph.functions.push(name);
  }
  return graph;
}

/** Names of the functions of each part. */
function partition(wasm) {
  const { functions, table, exported, callers } = callGraph(wasm);
  const known = new Set(functions),
    owners = new Map();
  for (const name of functions) {
    const entry = entryOf(name, table.has(name));
    if (entry !== undefined) owners.set(name, new Set([entry]));
    else if (exported.has(name) || table.has(name) || !callers.has(name)) owners.set(name, new Set(['view']));
  }
  const given = new Set(owners.keys());
  for (let changed = true; changed; ) {
    changed = false;
    for (const name of functions) {
      if (given.has(name)) continue;
      const found = new Set(owners.get(name));
      for (const caller of callers.get(name)) for (const part of owners.get(caller) ?? (known.has(caller) ? [] : ['view'])) found.add(part);
      if (found.size === (owners.get(name)?.size ?? 0)) continue;
      owners.set(name, found);
      changed = true;
    }
  }
  const only = (part) => functions.filter((name) => owners.get(name)?.size === 1 && owners.get(name).has(part));
  return new Map(parts.map((part) => [part, only(part)]));
}

/**
 * Short names for what crosses a cut, the same in all modules; what scripts call keeps its name, and what nobody asks for is
 * no longer handed out. The table of functions may be larger than a part knows, and its name is the `seal`.
 */
function shorten(modules, called, seal) {
  const asked = new Set([...modules.values()].flatMap((text) => [...text.matchAll(/\(import "base" "([^"]*)"/g)].map(([, name]) => name)));
  const names = new Map(),
    short = new Map();
  const view = modules.get('view').replace(/^ \(export "([^"]*)" \((\w+) (.*)\)\)\n/gm, (line, name, kind, thing) => {
    if (called.has(name)) {
      names.set(name, name);
      return line;
    }
    if (!asked.has(name)) return '';
    const key = `${kind} ${thing}`,
      known = short.get(key);
    const text = known ?? (kind === 'table' ? seal : short.size.toString(36));
    short.set(key, text);
    names.set(name, text);
    return known ? '' : ` (export "${text}" (${kind} ${thing}))\n`;
  });
  const rename = (text) =>
    text.replace(/\(import "base" "([^"]*)"/g, (_, name) => {
      if (!names.has(name)) throw new Error(`${name} is asked for and nowhere`);
      return `(import "base" "${names.get(name)}"`;
    });
  const open = (text) => text.replace(/(\(table \S+ \d+) \d+ funcref/, '$1 funcref');
  return new Map([...modules].map(([part, text]) => [part, open(part === 'view' ? view : rename(text))]));
}

/** What scripts call: the exports of native/wasm/view.cpp and its memory, not what the compiler adds for its own glue. */
const exportsOf = (text) =>
  new Set([...text.matchAll(/^ \(export "([^"]*)"/gm)].map(([, name]) => name).filter((name) => !/^(__|stack)/.test(name)));

/**
 * Takes `wasm`, a module with names, apart: `vitrine-view.wasm` and `vitrine-view-<part>.wasm` into `out`. The whole of it
 * goes to `whole`, for pages that carry everything in themselves.
 */
export function takeApart(wasm, out, whole) {
  const folder = `${wasm}.parts`,
    made = (name) => join(folder, name),
    fileOf = (part) => (part === 'view' ? 'vitrine-view.wasm' : `vitrine-view-${part}.wasm`);
  const sources = [wasm, fileURLToPath(import.meta.url)].map((path) => readFileSync(path)),
    stamp = createHash('sha256').update(Buffer.concat(sources)).digest('hex');
  if (!existsSync(made('stamp')) || readFileSync(made('stamp'), 'utf8') !== stamp) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    run('wasm-opt', [...features, ...settings, ...shrink, wasm, '-o', made('whole.wasm')]);
    for (const [part, file] of cut(wasm, folder, `t${stamp.slice(0, 8)}`))
      run('wasm-opt', [...features, ...settings, ...shrink, file, '-o', made(fileOf(part))]);
    writeFileSync(made('stamp'), stamp);
  }
  for (const name of ['view', ...parts].map(fileOf)) cpSync(made(name), join(out, name));
  cpSync(made('whole.wasm'), whole);
}

/** [part, file] of each part, not yet made small. A part of another build asks for a table that is not there. */
function cut(wasm, folder, seal) {
  const path = (name) => join(folder, name);
  let rest = wasm;
  for (const [part, names] of partition(wasm)) {
    if (names.length === 0) throw new Error(`no function belongs to ${part} alone`);
    writeFileSync(path(`${part}.txt`), names.join('\n'));
    const places = ['--placeholder-namespace', part, '--import-namespace', 'base', '--export-prefix', `${part}:`];
    const files = ['-o1', path(`without-${part}.wasm`), '-o2', path(`cut-${part}.wasm`)];
    run('wasm-split', [...features, '-g', rest, `--split-funcs=@${path(`${part}.txt`)}`, ...places, ...files]);
    rest = path(`without-${part}.wasm`);
  }
  const text = (file) => output('wasm-dis', [...features, file, '-o', '-']);
  const modules = new Map([['view', text(rest)], ...parts.map((part) => [part, text(path(`cut-${part}.wasm`))])]);
  return [...shorten(modules, exportsOf(text(wasm)), seal)].map(([part, content]) => {
    writeFileSync(path(`${part}.wat`), content);
    run('wasm-as', [...features, path(`${part}.wat`), '-o', path(`short-${part}.wasm`)]);
    return [part, path(`short-${part}.wasm`)];
  });
}
