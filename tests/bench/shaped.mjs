// A server on a slow network: all its answers share one line of so many bits per second, each waits for a round trip, and
// one more where its connection is new. Shaped here and not by the browser, whose own throttle misses workers.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const kTypes = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
};
/** What servers compress as they come, and what has no use for it. */
const kUsual = new Set(['.css', '.html', '.js', '.json', '.mjs', '.wasm']);
const kDense = new Set(['.png', '.webp', '.gz']);
const kPacketBytes = 1400;
const kTickMs = 4;
/** The largest burst after a rest, in seconds of the line. */
const kBurst = 0.01;

/** `mbits` 0 is no limit. `compress`: 'nothing', 'types' (scripts, WebAssembly, pages) or 'all' (models too). */
export async function serveShaped(folder, { mbits = 0, roundTripMs = 0, compress = 'types' } = {}) {
  const files = new Map(),
    seen = new WeakSet(),
    sending = [];
  let log = [];

  function fileOf(path) {
    let file = files.get(path);
    if (!file) {
      const ending = extname(path),
        plain = readFileSync(path),
        packs = compress === 'all' ? !kDense.has(ending) : compress === 'types' && kUsual.has(ending);
      file = { type: kTypes[ending] ?? 'application/octet-stream', packs, bytes: packs ? gzipSync(plain) : plain };
      files.set(path, file);
    }
    return file;
  }

  // Every answer in turn gets a packet, as long as the line has room.
  let room = 0,
    last = 0,
    timer;
  const bytesPerMs = mbits * 125;
  function tick() {
    const now = performance.now();
    room = Math.min(room + (now - last) * bytesPerMs, bytesPerMs * 1000 * kBurst);
    last = now;
    while (room > 0 && sending.length > 0) {
      const one = sending.shift(),
        part = one.bytes.subarray(one.at, one.at + kPacketBytes);
      room -= part.length;
      one.at += part.length;
      one.response.write(part);
      if (one.at < one.bytes.length) sending.push(one);
      else one.response.end();
    }
    if (sending.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }
  function send(response, bytes) {
    if (mbits === 0 || bytes.length === 0) return response.end(bytes);
    sending.push({ response, bytes, at: 0 });
    if (timer) return;
    last = performance.now();
    timer = setInterval(tick, kTickMs);
  }

  const server = createServer((request, response) => {
    const fresh = !seen.has(request.socket);
    seen.add(request.socket);
    request.socket.setNoDelay(true);
    setTimeout(
      () => {
        const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname),
          path = normalize(join(folder, name));
        const known = path.startsWith(folder + sep) && statSync(path, { throwIfNoEntry: false })?.isFile();
        log.push({ name, at: Date.now(), status: known ? 200 : 404 });
        if (!known) return response.writeHead(404).end();
        const { type, packs, bytes } = fileOf(path);
        // An hour, as files of a site that seldom change.
        response.writeHead(200, {
          'content-type': type,
          'content-length': bytes.length,
          'cache-control': 'max-age=3600',
          ...(packs && { 'content-encoding': 'gzip' }),
        });
        send(response, bytes);
      },
      roundTripMs * (fresh ? 2 : 1),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: server.address().port,
    /** Requests since the last call. */
    takeLog() {
      const taken = log;
      log = [];
      return taken;
    },
    close() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}
