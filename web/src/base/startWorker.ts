// Workers whose scripts may lie on another site.

/**
 * A worker runs scripts of its page's origin only: one from elsewhere is imported by a script of a few lines. `script` makes
 * an address what a page with trusted types takes.
 */
export function startWorker(url: string, name: string, script: (url: string) => string): Worker {
  const options: WorkerOptions = { type: 'module', name };
  // A script that a page carries in itself imports nothing; pages on a disk start no modules.
  if (url.startsWith('blob:')) return new Worker(script(url), { ...options, type: 'classic' });
  if (new URL(url, location.href).origin === location.origin) return new Worker(script(url), options);
  // Imported when it runs, as a script of this page's policy; until it listens, what comes is kept.
  const text = `let kept=[];onmessage=e=>kept.push(e);import(${JSON.stringify(url)}).then(()=>kept.map(e=>onmessage(e)),e=>setTimeout(()=>{throw e}))`;
  const bootstrap = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const worker = new Worker(script(bootstrap), options);
  // A worker that posts something has read its script.
  for (const done of ['message', 'error'])
    worker.addEventListener(done, () => URL.revokeObjectURL(bootstrap), { once: true });
  return worker;
}
