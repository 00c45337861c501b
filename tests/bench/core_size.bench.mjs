// What the full core is made of: bytes of code for each library, as they stand in the linked module and compressed, and
// its data. The core is linked once more with the names of its functions, which the compiler's libraries tell apart.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from './harness.mjs';

const build = join(root, 'build/wasm'),
  folder = join(root, 'build/core-size');
const read = (program, args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

/** The module with names, linked as the build links it. */
function namedCore() {
  mkdirSync(folder, { recursive: true });
  const link = read('ninja', ['-C', build, '-t', 'commands', 'vitrine_wasm']).trimEnd().split('\n').at(-1);
  const named = link.replace(/-o \S*vitrine-core\.mjs/, `--profiling-funcs -o ${join(folder, 'vitrine-core.mjs')}`);
  // As the presets of CMake have it: the compiler finds its scripts there.
  const env = { ...process.env, NODE_PATH: '/usr/share/nodejs' };
  execFileSync('sh', ['-c', named], { cwd: build, env, stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(join(folder, 'vitrine-core.wasm'));
}

/** Bodies and names of the functions of a module, and its data (WebAssembly core specification 2.0, section 5.5). */
function sections(module) {
  let at = 8;
  const byte = () => module[at++];
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value += (next & 0x7f) * 2 ** shift;
      if (next < 0x80) return value;
    }
  };
  const bytes = (length) => module.subarray(at, (at += length));
  const text = () => bytes(number()).toString('utf8');
  const limits = () => [...Array(1 + (byte() & 1))].forEach(number);
  const bodies = [],
    names = new Map();
  let imported = 0,
    data;
  while (at < module.length) {
    const id = byte(),
      size = number(),
      end = at + size;
    if (id === 2) {
      for (let left = number(); left > 0; --left) {
        (text(), text());
        const kind = byte();
        if (kind === 0) ++imported;
        if (kind === 0) number();
        else if (kind === 3) bytes(2);
        else if (kind === 4) (byte(), number());
        else {
          if (kind === 1) byte();
          limits();
        }
      }
    } else if (id === 10) {
      for (let left = number(); left > 0; --left) bodies.push(bytes(number()));
    } else if (id === 11) {
      data = bytes(size);
    } else if (id === 0 && text() === 'name') {
      while (at < end) {
        const kind = byte(),
          next = number() + at;
        if (kind === 1) for (let left = number(); left > 0; --left) names.set(number(), text());
        at = next;
      }
    }
    at = end;
  }
  return { functions: bodies.map((body, i) => ({ body, name: names.get(imported + i) ?? '' })), data };
}

/** Library of each function by its name; the first that has it, where several do. */
function owners() {
  const owner = new Map();
  for (const file of readdirSync(build).filter((name) => name.endsWith('.a'))) {
    const library = file.slice('libvitrine_'.length, -'.a'.length);
    for (const [, name] of read('llvm-nm', ['-C', '--defined-only', join(build, file)]).matchAll(/^\w+ [tTwW] (.*)$/gm))
      if (!owner.has(name)) owner.set(name, library);
  }
  return owner;
}

const { functions, data } = sections(namedCore());
const owner = owners();
const parts = new Map();
for (const { body, name } of functions) {
  const part = name.includes('nlohmann') ? 'JSON library' : (owner.get(name) ?? 'entry points and standard libraries');
  parts.set(part, [...(parts.get(part) ?? []), body]);
}
const rows = [...parts].map(([part, bodies]) => [part, Buffer.concat(bodies)]);
rows.push(['data: sentences and tables', data]);
const kib = (count) => (count / 1024).toFixed(1);
const compressed = (bytes) => gzipSync(bytes, { level: 9 }).length;
console.log('\n| part | KiB | compressed |\n| --- | --: | --: |');
for (const [part, bytes] of rows.sort((a, b) => b[1].length - a[1].length))
  console.log(`| ${part} | ${kib(bytes.length)} | ${kib(compressed(bytes))} |`);
const core = readFileSync(join(build, 'vitrine-core.wasm'));
console.log(`| the core | ${kib(core.length)} | ${kib(compressed(core))} |`);
