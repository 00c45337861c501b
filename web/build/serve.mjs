// A static file server for dist/ on this machine only. Used by `npm start` and by the browser tests.

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

async function answer(folder, headers, more, request, response) {
  const fail = (code, text) => response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
  // People read a page with the way back; scripts that fetch read the words.
  const missing = async () => {
    const page = /text\/html/.test(request.headers.accept ?? '') && (await readFile(join(folder, '404.html')).catch(() => null));
    if (!page) return fail(404, 'not found');
    response.writeHead(404, { 'content-type': types['.html'], 'cache-control': 'no-cache', ...headers });
    return response.end(request.method === 'HEAD' ? undefined : page);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405, 'only GET and HEAD');
  let name;
  try {
    name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  } catch {
    return fail(400, 'not a path');
  }
  const made = more(name);
  if (made) {
    response.writeHead(200, { 'content-type': made.type ?? 'application/octet-stream', 'cache-control': 'no-cache', ...headers });
    return response.end(request.method === 'HEAD' ? undefined : made.body);
  }
  const path = normalize(join(folder, name.endsWith('/') ? `${name}index.html` : name));
  if (!path.startsWith(folder + sep) || name.includes('\0')) return missing();
  const file = await stat(path).catch(() => null);
  if (!file?.isFile()) return missing();
  response.writeHead(200, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'content-length': file.size,
    'cache-control': 'no-cache',
    ...headers,
  });
  if (request.method === 'HEAD') return response.end();
  createReadStream(path, { highWaterMark: 1 << 20 })
    .on('error', () => response.destroy())
    .pipe(response);
}

function listen(handler, port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer(handler);
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/**
 * Serves `folder` on both loopback addresses (so that no other program answers for `localhost`), on `port` or the next
 * free one; 0 takes any. `more`: what is answered for a path instead of a file, as { type, body }, if anything. Returns the
 * port and a function that ends the server.
 */
export async function serve(folder, port, headers = {}, more = () => undefined) {
  const handler = (request, response) => {
    answer(folder, headers, more, request, response).catch(() => response.destroy());
  };
  for (let candidate = port; ; ++candidate) {
    let first;
    try {
      first = await listen(handler, candidate, '127.0.0.1');
      const bound = first.address().port;
      // A machine without IPv6 has only the first address.
      const second = await listen(handler, bound, '::1').catch((error) => {
        if (error.code === 'EADDRINUSE') throw error;
        return null;
      });
      const close = () => {
        for (const server of [first, second]) {
          server?.close();
          server?.closeAllConnections();
        }
      };
      return { port: bound, close };
    } catch (error) {
      first?.close();
      if (error.code !== 'EADDRINUSE' || candidate >= 65535) throw error;
    }
  }
}
