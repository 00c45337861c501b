// The package's own folder, where a server for development has moved a script away from the files beside it. Vite and what
// is built on it (Astro, SvelteKit, VitePress, Nuxt) bundle a package's scripts into a cache without the other files, but
// resolve what any module of the page may import: an import of the full core leads to its folder.

/** Vite's: the path that the site is served from. */
declare global {
  interface ImportMeta {
    readonly env?: { readonly BASE_URL?: string };
  }
}

/** The folder of the package's scripts and cores. Rejects where no server resolves the package. */
export async function packageFolder(): Promise<URL> {
  const site = new URL(import.meta.env?.BASE_URL || '/', location.href);
  // Vite answers with a script that names the core's address; `?url`, which would be that alone, is refused by Vite 5.
  const answer = await fetch(new URL('@id/vitrine/core.wasm?import&init', site)),
    [, found] = /"([^"]*\/)vitrine-core\.wasm/.exec(answer.ok ? await answer.text() : '') ?? [];
  if (!found) throw new Error('The server knows no package vitrine.');
  return new URL(found, site);
}
