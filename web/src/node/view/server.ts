// The page of this package on this machine only: every address begins with a token, so that neither other people of the
// machine nor pages of other sites get at the files.

import { timingSafeEqual } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';

import { kLiveMeta, type PageState } from '../../core/live';

/** Files of the page; nothing else in the package is served. */
const kTypes: Readonly<Record<string, string>> = {
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
/** Files of the samples. */
const kBytes = 'application/octet-stream';

const kHeaders = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
/** A comment line now and then: a connection that is gone is noticed. */
const kBeatMs = 15_000;
const kHost = '127.0.0.1';

export interface ViewServerOptions {
  /** The folder of the built page. */
  page: string;
  token: string;
  /** The first that is tried; 0 takes any. */
  port: number;
  state(): PageState;
  /** The bytes of a file of the document, by its hash. */
  file(hash: string): Uint8Array | undefined;
}

export class ViewServer {
  private readonly listeners = new Set<ServerResponse>();
  private server: Server | undefined;
  private beat: NodeJS.Timeout | undefined;
  private readonly page: string;
  private hosts: ReadonlySet<string> = new Set();

  get token(): string {
    return this.options.token;
  }

  constructor(private readonly options: ViewServerOptions) {
    this.page = realpathSync(options.page);
  }

  /** Resolves with the port: the one asked for, or the next free one. */
  async start(): Promise<number> {
    for (let port = this.options.port; ; ++port) {
      try {
        this.server = await this.listen(port);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port >= 65535) throw error;
      }
    }
    const address = this.server.address(),
      bound = typeof address === 'object' && address ? address.port : this.options.port;
    this.hosts = new Set([`${kHost}:${bound}`, `localhost:${bound}`]);
    this.beat = setInterval(() => this.send(': here\n\n'), kBeatMs);
    return bound;
  }

  /** The pages learn what is new. */
  notify(): void {
    this.send(event('state', this.options.state()));
  }

  get pages(): number {
    return this.listeners.size;
  }

  /** The pages learn that nothing more comes. */
  async end(): Promise<void> {
    clearInterval(this.beat);
    this.send(event('end', {}));
    for (const listener of this.listeners) listener.end();
    const { server } = this;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // The last message is on its way; connections that stay open longer are cut off.
    setTimeout(() => server.closeAllConnections(), 50);
    await closed;
  }

  private send(text: string): void {
    for (const listener of this.listeners) listener.write(text);
  }

  private listen(port: number): Promise<Server> {
    return new Promise((resolve, reject) => {
      const server = createServer((request, response) => {
        this.answer(request, response).catch(() => response.destroy());
      });
      server.once('error', reject);
      server.listen(port, kHost, () => {
        server.off('error', reject);
        resolve(server);
      });
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fail = (status: number, text: string): void => {
      response.writeHead(status, { ...kHeaders, 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
    };
    // Other host names that point to this machine (DNS rebinding) get no answer.
    if (!this.hosts.has(request.headers.host ?? '')) return fail(403, 'this server answers for 127.0.0.1 only');
    const path = pathOf(request.url ?? '');
    const [, token = '', ...rest] = path?.split('/') ?? [];
    if (path === undefined || !this.isToken(token))
      return fail(403, 'the address lacks the token that vitrine view printed');
    if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405, 'only GET and HEAD');
    const name = rest.join('/');
    if (rest.length === 0) return void response.writeHead(308, { ...kHeaders, location: `/${token}/` }).end();
    if (name === 'live/changes') return this.listenTo(response, request.method === 'HEAD');
    if (name.startsWith('live/file/')) {
      const bytes = this.options.file(name.slice('live/file/'.length));
      if (!bytes) return fail(404, 'there is no such file');
      response.writeHead(200, { ...kHeaders, 'content-type': kBytes, 'content-length': bytes.length });
      return void response.end(request.method === 'HEAD' ? undefined : bytes);
    }
    if (!(await this.sendPage(name || 'index.html', request.method === 'HEAD', response)))
      fail(404, name.startsWith('docs/') ? 'this package comes without its documentation' : 'not found');
  }

  private isToken(given: string): boolean {
    const wanted = Buffer.from(this.options.token),
      got = Buffer.from(given);
    return wanted.length === got.length && timingSafeEqual(wanted, got);
  }

  private listenTo(response: ServerResponse, only: boolean): void {
    response.writeHead(200, { ...kHeaders, 'content-type': 'text/event-stream; charset=utf-8' });
    if (only) return void response.end();
    response.write(`retry: 500\n\n${event('state', this.options.state())}`);
    this.listeners.add(response);
    response.on('close', () => this.listeners.delete(response));
    response.on('error', () => this.listeners.delete(response));
  }

  /** False for what is no file of the page. */
  private async sendPage(name: string, only: boolean, response: ServerResponse): Promise<boolean> {
    // Names as they are: nothing of a page begins with a dot, or needs a backslash or a NUL.
    if (name.split('/').some((part) => part === '' || part.startsWith('.')) || /[\\\0]/.test(name)) return false;
    const path = join(this.page, name),
      type = kTypes[extname(path)] ?? (name.startsWith('samples/') ? kBytes : undefined);
    if (type === undefined || name.startsWith('node/') || !path.startsWith(this.page + sep)) return false;
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return false;
    const text = name === 'index.html' ? liveIndex(path) : undefined;
    const bytes = text === undefined ? found.size : Buffer.byteLength(text);
    response.writeHead(200, { ...kHeaders, 'content-type': type, 'content-length': bytes });
    if (only || text !== undefined) response.end(only ? undefined : text);
    else
      createReadStream(path)
        .on('error', () => response.destroy())
        .pipe(response);
    return true;
  }
}

/** The page, and the address of its changes. */
const liveIndex = (path: string): string =>
  readFileSync(path, 'utf8').replace('<head>', `<head>\n    <meta name="${kLiveMeta}" content="live/" />`);

/** The path of a request without what follows `?`; undefined for what is none. */
function pathOf(url: string): string | undefined {
  try {
    return url.startsWith('/') ? decodeURIComponent(url.replace(/[?#].*/, '')) : undefined;
  } catch {
    return undefined;
  }
}

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
