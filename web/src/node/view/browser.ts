// Opens the user's browser, if there is a desktop.

import { spawn } from 'node:child_process';

/** The program that opens addresses; undefined where there is no screen. */
export function opener(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): readonly [program: string, ...args: string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  // The Linux of Windows has the browser of Windows.
  if (env.WSL_DISTRO_NAME) return ['wslview'];
  return env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER ? ['xdg-open'] : undefined;
}

/** Whether a program was found that takes the address; it goes on by itself. */
export function openBrowser(address: string): Promise<boolean> {
  const found = opener();
  if (!found) return Promise.resolve(false);
  const [program, ...args] = found;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
