// Makes a fresh machine able to build: says what is missing, installs it where it may, and ends with one instruction
// where it may not. Node's own modules only.

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';

import { root, status, stop, which } from './run.mjs';

const header = (path) => ['/usr/include', '/usr/local/include'].some((folder) => existsSync(join(folder, path)));
const program = (name) => which(name) !== null;

/**
 * Chromium for the browser tests: VITRINE_CHROMIUM, else the first browser of the family on PATH; null when none.
 * The one without a window of its own is first, because it draws a page in half the processor time.
 */
export function chromium() {
  if (process.env.VITRINE_CHROMIUM) return process.env.VITRINE_CHROMIUM;
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(which).find((path) => path !== null) ?? null;
}

/** Firefox for its smoke tests: VITRINE_FIREFOX, else the first on PATH; null when none. */
export function firefox() {
  return process.env.VITRINE_FIREFOX ?? ['firefox-esr', 'firefox'].map(which).find((path) => path !== null) ?? null;
}

/** WebKit's driver and the browser that it starts, as { driver, browser }; null when one is missing. */
export function webkit() {
  const driver = which('WebKitWebDriver');
  const browser = ['x86_64', 'aarch64']
    .flatMap((arch) => ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${arch}-linux-gnu/webkit2gtk-${version}/MiniBrowser`))
    .find((path) => existsSync(path));
  return driver && browser ? { driver, browser } : null;
}

const below = (path) => ['x86_64', 'aarch64'].some((arch) => existsSync(`/usr/lib/${arch}-linux-gnu/${path}`));
const plugin = (name) => below(`gstreamer-1.0/libgst${name}.so`);
/** A screen without a monitor with Mesa to draw on it, and a sound server without loudspeakers. */
const desktop = [
  ['xvfb', () => program('Xvfb')],
  ['pulseaudio', () => program('pulseaudio')],
  ['libgl1-mesa-dri', () => below('dri/swrast_dri.so')],
];

/** Whether Mesa draws for a browser that has no window. */
export const hasMesa = () => below('libEGL.so.1') && below('libEGL_mesa.so.0') && below('dri/swrast_dri.so');
// Elsewhere a browser draws with its own SwiftShader.
const mesa = ['libegl1', 'libegl-mesa0', 'libgl1-mesa-dri'].map((name) => [name, () => hasMesa() || !program('apt-get')]);

// Requirements of each purpose: Debian's package, and the test whether the machine has it already.
const needs = {
  wasm: [
    ['emscripten', () => program('em++') && program('emcmake')],
    ['binaryen', () => program('wasm-opt')],
    ['cmake', () => program('cmake')],
    ['ninja-build', () => program('ninja')],
    ['libglm-dev', () => header('glm/glm.hpp')],
    ['nlohmann-json3-dev', () => header('nlohmann/json.hpp')],
    ['libfast-float-dev', () => header('fast_float/fast_float.h')],
  ],
  native: [
    ['g++', () => program('g++')],
    ['cmake', () => program('cmake')],
    ['ninja-build', () => program('ninja')],
    ['libgtest-dev', () => header('gtest/gtest.h')],
  ],
  browser: [['chromium-headless-shell', () => chromium() !== null], ...mesa],
  peers: [['assimp-utils', () => program('assimp')]],
  bench: [['libbenchmark-dev', () => header('benchmark/benchmark.h')]],
  fuzz: [['clang', () => program('clang++')]],
  firefox: [['firefox-esr', () => firefox() !== null], ...desktop],
  webkit: [
    ['webkit2gtk-driver', () => webkit() !== null],
    ['gstreamer1.0-plugins-base', () => plugin('audioconvert')],
    ['gstreamer1.0-plugins-good', () => plugin('autodetect')],
    ['gstreamer1.0-pulseaudio', () => plugin('pulseaudio')],
    ...desktop,
  ],
  hosts: [
    ['mkdocs', () => program('mkdocs')],
    ['python3-sphinx', () => program('sphinx-build')],
  ],
  checks: [['clang-format', () => program('clang-format')]],
  // The npm packages of tests/package.json, five sixths of the bytes of all.
  tests: [],
};

function installPackages(packages) {
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (!program('apt-get')) {
    stop(`Vitrine needs these (names of Debian's packages): ${packages.join(' ')}\nInstall them and run the command again.`);
  }
  const isRoot = process.getuid?.() === 0;
  const maySudo =
    !isRoot && program('sudo') && (process.stdin.isTTY || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0);
  if (!isRoot && !maySudo) {
    stop(`Installing needs root. Run this once, then the command again:\n  sudo apt-get update && sudo ${command}`);
  }
  console.log(`Installing with apt-get: ${packages.join(' ')}`);
  // Through env, because sudo drops the variable otherwise.
  const apt = (...args) => {
    const line = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    if (!isRoot) line.unshift('sudo');
    return spawnSync(line[0], line.slice(1), { stdio: 'inherit' }).status === 0;
  };
  if (!apt('update', '-qq')) console.error('apt-get update failed; going on with the package lists that are here.');
  if (!apt(...command.split(' ').slice(1), '-qq')) stop(`apt-get failed. Run this, then the command again:\n  ${command}`);
}

/**
 * True when node_modules holds what package-lock.json names (npm records what it installed in a lock file of its own):
 * with `tests` all of it, else at least what package.json asks for.
 */
function packagesCurrent(tests) {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const locked = read('package-lock.json').packages;
  let installed;
  try {
    installed = read('node_modules/.package-lock.json').packages;
  } catch {
    return false;
  }
  const asked = Object.keys(read('package.json').devDependencies).map((name) => `node_modules/${name}`);
  const needed = tests ? Object.keys(locked).filter((path) => path !== '') : [...asked, ...Object.keys(installed)];
  return needed.every((path) => (locked[path]?.optional && !installed[path]) || installed[path]?.version === locked[path]?.version);
}

/** Makes `npx vitrine` run the command in dist/, where it is built. */
export function linkCommand() {
  if (!existsSync(join(root, 'dist/node/cli.js'))) return;
  const link = join(root, 'node_modules/.bin/vitrine');
  rmSync(link, { force: true });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync('../../dist/node/cli.js', link);
}

/** Makes sure that everything for the named purposes (keys of `needs`) and the npm packages are there. */
export function setUp(...purposes) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) stop(`Vitrine needs Node 20 or newer; this is ${process.version}.`);

  const wanted = new Map(purposes.flatMap((purpose) => needs[purpose]));
  const missing = () => [...wanted].filter(([, present]) => !present()).map(([name]) => name);
  const packages = missing();
  if (packages.length > 0) {
    console.log(`Not on this machine yet: ${packages.join(', ')}`);
    installPackages(packages);
    const still = missing();
    if (still.length > 0) stop(`Installed, but still not found: ${still.join(', ')}`);
  }
  const tests = purposes.includes('tests');
  if (!packagesCurrent(tests)) {
    console.log('Installing the npm packages of package-lock.json into node_modules');
    const some = tests ? [] : ['--workspaces=false'];
    if (status('npm', ['ci', '--no-audit', '--no-fund', ...some]) !== 0) stop('npm ci failed; check the network and run the command again.');
    linkCommand(); // it was in what npm ci has removed
  }
}
