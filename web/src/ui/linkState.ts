// State of the view after `#` in the address. Whatever it does not know, or what makes no sense, is
// left out, one by one.

import { readingOptions, type ReadOptions } from '../core/formats';
import { readingOf, withReading } from '../core/reading';
import { type CameraPose, type OverlayName, type Shading, overlayNames } from '../protocol/view';
import { type MeasurePoint, pointFrom, pointText } from '../core/points';
import { toolOverlayNames, type Section, type ToolOverlay } from '../protocol/tools';
import type { PlaybackState } from '../protocol/playback';
import { rawAddress } from './files/addresses';

type AnyOverlay = OverlayName | ToolOverlay;
const allOverlays: readonly string[] = [...overlayNames, ...toolOverlayNames];

export interface HashState {
  src: string[];
  action?: string;
  time?: number;
  /** yaw and pitch in degrees, distance in world units, the target, and `o` where it is orthographic. */
  camera?: Pick<CameraPose, 'yaw' | 'pitch' | 'distance' | 'target'> & { orthographic?: boolean };
  overlays?: AnyOverlay[];
  /** Names of open panels. */
  panel?: string;
  /** Selected node. */
  node?: number;
  /** Node of a camera of the file that is looked through. */
  through?: number;
  hidden?: number[];
  isolated?: number;
  section?: Section;
  measure?: MeasurePoint[];
  shading?: Shading;
  /** Switches that are off. */
  off?: ('textures' | 'lamps')[];
  theme?: 'light' | 'dark';
  play?: Partial<
    Pick<PlaybackState, 'speed' | 'loop' | 'closeLoop' | 'rootMotion' | 'pingPong' | 'range' | 'crossfade'>
  >;
  read?: ReadOptions;
  /** State of parts of the page that have registered themselves, by their names. */
  more?: Record<string, string>;
}

/** A part of the page that keeps something of the view: its word in the address, its own way to write and read it. */
interface HashPart {
  name: string;
  write(): string | undefined;
  read(value: string | undefined): void;
}
export const hashParts: HashPart[] = [];

const kMostNodes = 100_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const short = (value: number, digits = 6): string => String(Number(value.toPrecision(digits)));
const list = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean);

/** A number that is written as one; NaN for anything else. */
function numberOf(text: string | null | undefined): number {
  return text !== null && text !== undefined && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

function wholeOf(text: string | null | undefined): number {
  const value = text !== null && text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  return value <= 2 ** 26 ? value : NaN;
}

// -- reading -----------------------------------------------------------------------------------------------------------

export function parseHash(hash: string): HashState {
  const given = new URLSearchParams(hash.replace(/^#/, '')),
    state: HashState = { src: list(given.get('src')).map((item) => rawAddress(item.replaceAll('%2C', ','))) };
  const put = <Key extends keyof HashState>(key: Key, value: HashState[Key] | undefined): void => {
    if (value !== undefined && !(typeof value === 'number' && Number.isNaN(value))) state[key] = value;
  };
  put('action', given.get('action') ?? undefined);
  put('time', finite(numberOf(given.get('time'))));
  put('panel', given.get('panel') ?? undefined);
  put('camera', cameraOf(given.get('camera')));
  const overlays = given.get('overlays');
  if (overlays !== null)
    state.overlays = [...new Set(list(overlays))].filter((name): name is AnyOverlay => allOverlays.includes(name));
  put('node', wholeOf(given.get('node')));
  put('through', wholeOf(given.get('through')));
  put('hidden', rangesOf(given.get('hidden')));
  put('isolated', wholeOf(given.get('apart')));
  put('section', sectionOf(given.get('cut')));
  put('measure', measureOf(given.get('measure')));
  put('shading', shadingOf(given.get('shading')));
  const off = list(given.get('off')).filter((name) => name === 'textures' || name === 'lamps');
  if (off.length > 0) state.off = [...new Set(off)] as HashState['off'] & object;
  const theme = given.get('theme');
  if (theme === 'light' || theme === 'dark') state.theme = theme;
  put('play', playOf(given));
  put('read', readOf(given));
  const known = hashParts.filter(({ name }) => given.has(name));
  if (known.length > 0) state.more = Object.fromEntries(known.map(({ name }) => [name, given.get(name)!]));
  return state;
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

function cameraOf(text: string | null): HashState['camera'] {
  const parts = list(text),
    values = parts.slice(0, 6).map(numberOf);
  if (values.length < 6 || parts.length > 7 || !values.every((value) => Number.isFinite(value))) return undefined;
  const [yaw, pitch, distance, x, y, z] = values as [number, number, number, number, number, number];
  if (!(distance > 0)) return undefined;
  return {
    yaw: radians(yaw),
    pitch: radians(Math.max(-90, Math.min(90, pitch))),
    distance,
    target: [x, y, z],
    ...(parts[6] === 'o' && { orthographic: true as const }),
  };
}

/** `3-17,20`: nodes in a row. */
function rangesOf(text: string | null): number[] | undefined {
  if (text === null) return undefined;
  const nodes = new Set<number>();
  // Of all ranges together, however often they name the same nodes.
  let left = kMostNodes;
  for (const part of list(text)) {
    const [from, to = from, ...rest] = part.split('-').map(wholeOf);
    if (rest.length > 0 || !(from! <= to!) || to! - from! >= left) continue;
    left -= to! - from! + 1;
    for (let node = from!; node <= to!; ++node) nodes.add(node);
  }
  return nodes.size > 0 ? [...nodes].sort((a, b) => a - b) : undefined;
}

/** `x,1.5`, then `flip` and `open` where they hold. */
function sectionOf(text: string | null): Section | undefined {
  const [axis = '', at, ...flags] = list(text),
    place = numberOf(at),
    number = ['x', 'y', 'z'].indexOf(axis);
  if (number < 0 || !Number.isFinite(place)) return undefined;
  return { axis: number as 0 | 1 | 2, at: place, flip: flags.includes('flip'), cap: !flags.includes('open') };
}

function measureOf(text: string | null): MeasurePoint[] | undefined {
  const points = list(text).slice(0, 2).map(pointFrom);
  return points.length > 0 && points.every((point) => point !== undefined) ? points : undefined;
}

function shadingOf(text: string | null): Shading | undefined {
  const [kind, layer = '0'] = (text ?? '').split('.'),
    number = wholeOf(layer);
  if (kind === 'normal') return { kind };
  return (kind === 'uv' || kind === 'color') && number < 64 ? { kind, layer: number } : undefined;
}

function playOf(given: URLSearchParams): HashState['play'] {
  const play: NonNullable<HashState['play']> = {};
  const speed = numberOf(given.get('speed')),
    fade = numberOf(given.get('fade')),
    range = list(given.get('range')).map(numberOf),
    loop = given.get('loop'),
    root = given.get('root');
  if (speed >= -3 && speed <= 3) play.speed = speed;
  if (fade >= 0 && fade <= 1) play.crossfade = fade;
  if (range.length === 2 && range[0]! >= 0 && range[0]! < range[1]! && Number.isFinite(range[1]))
    play.range = range as [number, number];
  if (loop === 'once') play.loop = false;
  if (loop === 'closed') play.closeLoop = true;
  if (loop === 'pingpong') play.pingPong = true;
  if (root === 'lock' || root === 'accumulate') play.rootMotion = root;
  return Object.keys(play).length > 0 ? play : undefined;
}

function readOf(given: URLSearchParams): ReadOptions | undefined {
  const skin = given.get('skin');
  let read: ReadOptions = skin ? { skin } : {};
  const level = Number(given.get('level')),
    torso = given.get('torso');
  if (level >= 1 && level <= 9) read.level = level;
  if (torso) read.torso = torso;
  const animations = list(given.get('animations'));
  if (animations.length > 0) read.animations = animations.map((name) => name.replaceAll('%2C', ','));
  for (const part of list(given.get('read'))) {
    const on = !part.startsWith('-'),
      option = readingOptions.find(({ word }) => word === (on ? part : part.slice(1)));
    if (option) read = withReading(read, option, on);
  }
  return Object.keys(read).length > 0 ? read : undefined;
}

// -- writing -----------------------------------------------------------------------------------------------------------

export function formatHash(state: HashState): string {
  const { src, action, time, camera, overlays, panel, node, through, hidden, isolated, section, measure } = state;
  const parts: [string, string][] = [];
  const put = (name: string, value: string | undefined | false): void => {
    if (value !== undefined && value !== false) parts.push([name, value]);
  };
  put('src', src.length > 0 && src.map((item) => item.replaceAll(',', '%2C')).join(','));
  put('action', action);
  put('time', time !== undefined && String(Number(time.toFixed(4))));
  if (camera) {
    const values = [degrees(camera.yaw), degrees(camera.pitch), camera.distance, ...camera.target].map((v) => short(v));
    put('camera', [...values, ...(camera.orthographic ? ['o'] : [])].join(','));
  }
  put('overlays', overlays?.join(','));
  put('panel', panel);
  put('node', node?.toString());
  put('through', through?.toString());
  put('hidden', hidden && rangesText(hidden));
  put('apart', isolated?.toString());
  put(
    'cut',
    section &&
      ['xyz'[section.axis], short(section.at), section.flip && 'flip', !section.cap && 'open']
        .filter(Boolean)
        .join(','),
  );
  put('measure', measure?.map(pointText).join(','));
  put(
    'shading',
    state.shading && ('layer' in state.shading ? `${state.shading.kind}.${state.shading.layer}` : state.shading.kind),
  );
  put('off', state.off?.join(','));
  put('theme', state.theme);
  const { speed, loop, closeLoop, pingPong, rootMotion, range, crossfade } = state.play ?? {};
  put('speed', speed?.toString());
  put('loop', loop === false ? 'once' : pingPong ? 'pingpong' : closeLoop ? 'closed' : undefined);
  put('root', rootMotion);
  put('range', range?.map((value) => short(value, 7)).join(','));
  put('fade', crossfade !== undefined && short(crossfade));
  const switches = readingOptions.flatMap((option) => {
    const on = readingOf(state.read, option);
    return on === undefined ? [] : [on ? option.word : `-${option.word}`];
  });
  put('read', switches.length > 0 && switches.join(','));
  put('skin', state.read?.skin);
  put('level', state.read?.level?.toString());
  put('torso', state.read?.torso);
  put('animations', state.read?.animations?.map((name) => name.replaceAll(',', '%2C')).join(','));
  for (const [name, value] of Object.entries(state.more ?? {})) put(name, value);
  return parts
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':')}`,
    )
    .join('&');
}

function rangesText(nodes: readonly number[]): string | undefined {
  const sorted = [...new Set(nodes)].sort((a, b) => a - b),
    parts: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (sorted[end + 1] === sorted[end]! + 1) ++end;
    parts.push(end > i ? `${sorted[i]}-${sorted[end]}` : String(sorted[i]));
    i = end + 1;
  }
  return parts.length > 0 ? parts.join(',') : undefined;
}
