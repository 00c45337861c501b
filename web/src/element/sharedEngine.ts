// Shared by all viewers of a page: one engine, one observer of visibility, one of the colour scheme. The engine
// starts with the first viewer that shows something and ends a while after the last.

import { coreUrls } from '../core/formats';
import { isImageName } from '../core/names';
import { viewedFormat, type ViewAddresses } from '../core/viewCores';
import type { EngineCores } from '../protocol/messages';
import { EngineClient } from '../viewer/client';

export interface VitrineConfig {
  /** The engine's script; by default beside this module, as are the cores. */
  engineUrl?: string;
  /** The script that draws world documents; by default beside this module. */
  worldUrl?: string;
  /** The script of the full core. */
  coreUrl?: string;
  /** The cores for viewing lie beside it. */
  wasmUrl?: string;
  /** The bytes of the only core there is, in place of addresses; the script of the full core is the engine's then. */
  wasmBinary?: ArrayBuffer;
  core?: 'view' | 'whole';
  /** With a view core: the bytes of that for images. */
  imagesBinary?: ArrayBuffer;
  /** 'page' draws on the page's own thread. */
  thread?: 'worker' | 'page';
}

const kIdleMs = 4000;
/** How far outside of the window a viewer begins to load. */
const kMargin = '300px 0px';

let config: VitrineConfig = {};

interface Running {
  client?: EngineClient | undefined;
  failure?: EngineFailure | undefined;
  users: number;
  ending?: ReturnType<typeof setTimeout>;
}
/** One for models, and one for worlds. */
const engines: readonly Running[] = [{ users: 0 }, { users: 0 }];

export interface EngineFailure {
  code: string;
  message: string;
}

/** Before the first viewer shows something. */
export function configure(changes: VitrineConfig): void {
  config = { ...config, ...changes };
}

/** The one place that chooses the view core and the full core of the element, beside its script. */
function cores(wasmUrl: string | undefined, world: boolean): EngineCores {
  // A page that brings a core's bytes with it has no other files beside it.
  const { wasmBinary, core, imagesBinary } = config;
  if (wasmBinary) return core === 'whole' ? { whole: { wasmBinary } } : { view: { wasmBinary, imagesBinary } };
  // Written out, so that bundlers see which files have to lie beside the script.
  const whole = {
    glueUrl: config.coreUrl ?? new URL('./vitrine-core.mjs', import.meta.url).href,
    wasmUrl: new URL('./vitrine-core.wasm', import.meta.url).href,
  };
  if (world) return { whole };
  const ownUrl = config.wasmUrl ?? wasmUrl;
  const view: ViewAddresses = ownUrl ? { wasmUrl: new URL(ownUrl, document.baseURI).href } : { coreUrls: coreUrls() };
  const parts = {
    'engine-extras': new URL('./engine-extras.js', import.meta.url).href,
    'engine-frames': new URL('./engine-frames.js', import.meta.url).href,
    'export-images': new URL('./export-images.js', import.meta.url).href,
  };
  return { view: { ...view, modules: new Map() }, whole, parts };
}

/**
 * A bundler's server for development keeps this script under a name of its own, without the files beside it. Elsewhere a
 * file that is missing is a mistake, and is reported.
 */
const isMoved = (): boolean => !config.engineUrl && !/\/(element|embed-page)\.js/.test(import.meta.url);

/** The engine and its cores in the package's own folder. */
const elsewhere = async (world: boolean): Promise<{ url: string; cores: EngineCores }> =>
  (await import('./moved')).packageEngine(world);

/** Counts as one user until `returnEngine`. The first one's `wasmUrl` holds for the page. */
export function borrowEngine(wasmUrl: string | undefined, world: boolean): EngineClient {
  const engine = engines[+world]!;
  clearTimeout(engine.ending);
  engine.users += 1;
  if (engine.failure) {
    // The next viewer may find what was missing.
    engine.client?.dispose();
    engine.client = engine.failure = undefined;
  }
  if (!engine.client) {
    const address = world
      ? (config.worldUrl ?? new URL('./world-engine.js', import.meta.url).href)
      : (config.engineUrl ?? new URL('./engine-worker.js', import.meta.url).href);
    engine.client = new EngineClient(
      address,
      config.thread,
      cores(wasmUrl, world),
      isMoved() ? () => elsewhere(world) : undefined,
    );
    engine.client.on('event', (event) => {
      if (event.type === 'failed') engine.failure = event;
    });
  }
  return engine.client;
}

/** Fetches the core for files of these names while they come; until it is here, or cannot be. */
export function compileFor(names: readonly string[]): Promise<unknown> | undefined {
  const format = viewedFormat(names.filter((name) => !isImageName(name)));
  return format && engines[0]!.client?.compileView(format);
}

export function returnEngine(world: boolean): void {
  const engine = engines[+world]!;
  engine.users -= 1;
  clearTimeout(engine.ending);
  if (engine.users === 0)
    engine.ending = setTimeout(() => {
      engine.client?.dispose();
      engine.client = undefined;
    }, kIdleMs);
}

// -- coming into sight --------------------------------------------------------------------------------------------------

const waiting = new Map<Element, () => void>();
let sight: IntersectionObserver | undefined;

/** Calls once when the element is near the window. */
export function whenNear(element: Element, call: () => void): void {
  sight ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        const then = waiting.get(target);
        forgetNear(target);
        then?.();
      }
    },
    { rootMargin: kMargin },
  );
  waiting.set(element, call);
  sight.observe(element);
}

export function forgetNear(element: Element): void {
  waiting.delete(element);
  sight?.unobserve(element);
}

// -- motion, light and dark -------------------------------------------------------------------------------------------

/** Nothing should move by itself. */
export const isStill = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

const themed = new Set<() => void>();
let watched = false;

/** Calls whenever the page may have changed between light and dark. Returns the function that ends it. */
export function onTheme(call: () => void): () => void {
  if (!watched) {
    watched = true;
    // Pages have many ways to say it; whatever changes there, it is asked for once a frame.
    let frame = 0;
    const soon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        themed.forEach((each) => each());
      });
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', soon);
    const observer = new MutationObserver(soon);
    for (const root of [document.documentElement, document.body ?? document.documentElement])
      observer.observe(root, { attributes: true });
  }
  themed.add(call);
  return () => themed.delete(call);
}

const asking = new Map<Element, (theme: 'light' | 'dark') => void>();

/** Answers soon, for all that ask at once: first everything is read, then everything may change. */
export function askTheme(probe: Element, answer: (theme: 'light' | 'dark') => void): void {
  if (asking.size === 0)
    queueMicrotask(() => {
      const answers = [...asking].map(([each, then]) => [then, themeAround(each)] as const);
      asking.clear();
      for (const [then, theme] of answers) then(theme);
    });
  asking.set(probe, answer);
}

/** Theme of the page around an element: `probe` has its text colour, white on dark pages. */
function themeAround(probe: Element): 'light' | 'dark' {
  const [red = 0] = (/[\d.]+/.exec(getComputedStyle(probe).color) ?? []).map(Number);
  return red > 127 ? 'dark' : 'light';
}
