// Starts a core on any host. Page and worker fetch it from beside this module; Node passes `wasmBinary` (the glue of the
// build's Emscripten does not survive Node's own fetch).

import type { CoreFactory, CoreModule } from './core';
import { carriedScripts } from '../base/carriedScripts';
import { compile } from '../base/compile';
import { VitrineError } from '../base/errors';
import { viewUrl, type ViewAddresses, type ViewCoreName } from './viewCores';
import type { ImageCore } from '../images/image';
import { startImageCore, startViewCore, type ViewCore } from './viewCore';

export interface LoadCoreOptions {
  /** The glue's default export, where the host has bundled it. */
  factory?: CoreFactory;
  /** Where the glue module lies; default: `vitrine-core.mjs` beside the importing bundle. */
  glueUrl?: string | URL;
  wasmBinary?: ArrayBuffer | Uint8Array;
  wasmModule?: WebAssembly.Module;
  /** Default: `vitrine-core.wasm` beside the glue. */
  wasmUrl?: string | URL;
}

type Receive = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

/** What the core calls where memory runs out: it unwinds what it was at, and is in order afterwards. */
const outOfMemory = (): never => {
  const message = 'There is not enough memory for this.';
  throw new VitrineError('OUT_OF_MEMORY', message, [{ severity: 0, code: 'OUT_OF_MEMORY', source: '', message }]);
};

/** In a page that stands alone the glue is there already. */
interface Carried {
  'vitrine-core': { default: CoreFactory };
}

/** A running core; rejects with VitrineError `CORE_START` where the host cannot compile or fetch it. */
export async function loadCore(options: LoadCoreOptions = {}): Promise<CoreModule> {
  const { wasmBinary, wasmModule } = options;
  try {
    const carried = options.factory ?? carriedScripts<Carried>()['vitrine-core']?.default;
    // Nothing has an address in a script that carries both.
    if (carried && wasmBinary) return await carried({ locateFile: (name) => name, outOfMemory, wasmBinary });
    const glueUrl = new URL(options.glueUrl ?? './vitrine-core.mjs', import.meta.url).href;
    const wasmUrl = new URL(options.wasmUrl ?? './vitrine-core.wasm', glueUrl).href;
    // The core comes while the glue does, not after it.
    const compiling = wasmBinary ? undefined : wasmModule ? Promise.resolve(wasmModule) : compile(wasmUrl);
    compiling?.catch(() => undefined);
    const factory = carried ?? ((await import(glueUrl)) as { default: CoreFactory }).default;
    if (wasmBinary) return await factory({ locateFile: () => wasmUrl, outOfMemory, wasmBinary });
    const module = await compiling!;
    return await new Promise((resolve, reject) => {
      const instantiateWasm = (imports: WebAssembly.Imports, receive: Receive): object => {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      };
      factory({ locateFile: () => wasmUrl, outOfMemory, instantiateWasm }).then(resolve, reject);
    });
  } catch (cause) {
    throw notStarted(cause);
  }
}

/** A core, and what starts another like it at once in place of one that has trapped. Rejects as loadCore does. */
export async function loadLasting({
  glueUrl,
  wasmBinary,
  wasmModule,
  wasmUrl,
}: LoadCoreOptions & { glueUrl: URL }): Promise<{ core: CoreModule; again: () => CoreModule }> {
  try {
    const module =
      wasmModule ?? (await (wasmBinary ? WebAssembly.compile(wasmBinary as BufferSource) : compile(String(wasmUrl))));
    const { default: factory } = (await import(glueUrl.href)) as { default: CoreFactory };
    const core = await loadCore({ factory, glueUrl, wasmModule: module });
    return { core, again: () => startAtOnce(factory, module) };
  } catch (cause) {
    throw cause instanceof VitrineError ? cause : notStarted(cause);
  }
}

/** The glue fills the object that it is given, and has done so on return where nothing has to be waited for. */
function startAtOnce(factory: CoreFactory, module: WebAssembly.Module): CoreModule {
  const core = {
    locateFile: (name: string) => name,
    outOfMemory,
    instantiateWasm: (imports: WebAssembly.Imports, receive: Receive): object => {
      const instance = new WebAssembly.Instance(module, imports);
      receive(instance, module);
      return instance.exports;
    },
  };
  void factory(core);
  return core as unknown as CoreModule;
}

export interface LoadViewCoreOptions extends ViewAddresses {
  /** The bytes of the only view core, and of that for images, where the host brings them; then none is fetched. */
  wasmBinary?: BufferSource;
  imagesBinary?: BufferSource | undefined;
  /** Cores that the caller compiles; where that fails, and all others, they are fetched here. */
  modules?: Map<string, Promise<WebAssembly.Module>>;
}

async function viewModule(options: LoadViewCoreOptions, name: ViewCoreName): Promise<WebAssembly.Module> {
  const { wasmBinary, imagesBinary, modules } = options,
    own = (): Promise<WebAssembly.Module> => compile(viewUrl(options, name));
  if (!wasmBinary) return modules?.get(name)?.catch(own) ?? own();
  const bytes = name === 'images' ? imagesBinary : wasmBinary;
  if (!bytes) throw new Error(`${name} is not here`);
  return WebAssembly.compile(bytes);
}

/** The view core of a format, running; rejects as loadCore does. The one for images comes when it is first needed. */
export async function loadViewCore(options: LoadViewCoreOptions, name: ViewCoreName): Promise<ViewCore> {
  let images: Promise<WebAssembly.Module> | undefined;
  const loadImages = (): Promise<ImageCore> => {
    images ??= viewModule(options, 'images');
    return images.then(startImageCore).catch(() => {
      images = undefined;
      throw new VitrineError('CORE_PARTIAL', 'The core for images is not here.');
    });
  };
  try {
    return await startViewCore(await viewModule(options, name), loadImages);
  } catch (cause) {
    throw notStarted(cause);
  }
}

function notStarted(cause: unknown): VitrineError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new VitrineError('CORE_START', `The WebAssembly core did not start: ${reason}`);
}
