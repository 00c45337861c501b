// The engine on the page's own thread, where a worker cannot draw.

import { handedOut, type StartEngine } from '../protocol/handout';

/**
 * By an element, because bundlers cannot follow an import() of an address. `trusted` is that address as trusted types
 * want it. Rejects where it cannot be fetched.
 */
export function engineOnPage(url: string, trusted: string): Promise<StartEngine> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    if (!url.startsWith('blob:')) script.type = 'module';
    // A policy with nonces lets in what has the nonce of the page's own scripts.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.onload = () => {
      const engine = handedOut();
      if (engine) resolve(engine);
      else reject(new Error(`${url} is not the engine.`));
    };
    script.onerror = () => reject(new Error(`${url} could not be fetched.`));
    script.src = trusted;
    document.head.append(script);
  });
}
