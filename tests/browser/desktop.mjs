// What browsers need that draw only in a window and sound only where there is an output: a screen without a monitor and a
// sound server without loudspeakers.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An X server without a monitor: its display as `:7`, and what ends it. */
export async function startScreen() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3].once('data', (bytes) => resolve(`:${String(bytes).trim()}`));
  });
  return { display, stop: () => server.kill() };
}

/** A PulseAudio server that throws its sound away: its address for PULSE_SERVER, and what ends it. */
export async function startSound() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sound-')),
    socket = join(folder, 'socket');
  const server = spawn(
    'pulseaudio',
    ['-n', '--exit-idle-time=-1', '-L', 'module-null-sink', '-L', `module-native-protocol-unix socket=${socket}`],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`pulseaudio ended with ${server.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    address: `unix:${socket}`,
    async stop() {
      server.kill();
      await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
