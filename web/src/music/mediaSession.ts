// Media keys of keyboards, headsets and lock screens.

import type { SongPlayer } from './player';

const actions = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const;
/** Seconds of a step, where the platform gives none. */
const kStep = 10;

/** Ends following the player that was announced last. */
let leave: () => void = () => undefined;

export function announce(title: string, player: SongPlayer): void {
  const session = (navigator as { mediaSession?: MediaSession }).mediaSession;
  if (!session) return;
  leave();
  session.metadata = new MediaMetadata({ title });
  const to = (seconds: number): void => void player.seek(seconds);
  const handlers: Record<(typeof actions)[number], (details: MediaSessionActionDetails) => void> = {
    play: () => void player.play(),
    pause: () => player.pause(),
    stop: () => {
      player.pause();
      to(0);
    },
    seekbackward: ({ seekOffset = kStep }) => to(player.time - seekOffset),
    seekforward: ({ seekOffset = kStep }) => to(player.time + seekOffset),
    seekto: ({ seekTime = 0 }) => to(seekTime),
  };
  for (const action of actions) {
    try {
      session.setActionHandler(action, handlers[action]);
    } catch {
      // Not every browser has every key.
    }
  }
  session.playbackState = 'playing';
  leave = player.on('change', () => {
    session.playbackState = player.playing ? 'playing' : 'paused';
  });
}

export function withdraw(): void {
  const session = (navigator as { mediaSession?: MediaSession }).mediaSession;
  leave();
  if (!session) return;
  session.metadata = null;
  session.playbackState = 'none';
  for (const action of actions) {
    try {
      session.setActionHandler(action, null);
    } catch {
      // As above.
    }
  }
}
