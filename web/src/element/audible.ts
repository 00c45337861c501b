// `volume` and `muted` as <audio> has them, over a player of songs.

import type { SongPlayer } from '../music/player';
import { numberOf } from './attributes';
import type { ElementHost } from './host';

export const audibleMembers = (player: SongPlayer): PropertyDescriptorMap => ({
  volume: {
    get: () => player.volume,
    set: (value) => {
      if (!(Number(value) >= 0 && Number(value) <= 1)) throw new RangeError(`${value} is no volume from 0 to 1.`);
      player.volume = Number(value);
    },
  },
  muted: { get: () => player.muted, set: (value) => (player.muted = Boolean(value)) },
});

/** Applies what was set before the sound arrived: it is silent until unmuted. */
export function adoptAudible(element: ElementHost, player: SongPlayer): void {
  const before = { ...element } as { muted?: unknown; volume?: unknown };
  player.muted = before.muted === undefined ? true : Boolean(before.muted);
  player.volume = numberOf(String(before.volume ?? element.getAttribute('volume') ?? '')) ?? 1;
}

export function defineMembers(element: ElementHost, members: PropertyDescriptorMap): void {
  for (const [name, member] of Object.entries(members))
    Object.defineProperty(element, name, { ...member, configurable: true, enumerable: 'get' in member });
}

export function takeMembers(element: ElementHost, members: PropertyDescriptorMap): void {
  for (const name of Object.keys(members)) Reflect.deleteProperty(element, name);
}

/** Announces another volume, and follows the attributes; what it returns ends that. */
export function watchAudible(element: ElementHost, player: SongPlayer): () => void {
  let loud = `${player.volume} ${player.muted}`;
  const left = player.on('change', () => {
    const now = `${player.volume} ${player.muted}`;
    if (now !== loud) element.dispatchEvent(new Event('volumechange'));
    loud = now;
  });
  const observer = new MutationObserver((changes) => {
    for (const { attributeName: name } of changes) {
      const value = element.getAttribute(name!);
      if (name === 'muted') player.muted = value !== null;
      else player.volume = numberOf(value) ?? 1;
    }
  });
  observer.observe(element, { attributeFilter: ['muted', 'volume'] });
  return () => {
    left();
    observer.disconnect();
  };
}

const kLoud = 'M3.5 8v4h3l4 3.5v-11L6.5 8zM13 7.5a3.6 3.6 0 0 1 0 5M15 5.5a6.4 6.4 0 0 1 0 9';
const kSilent = 'M3.5 8v4h3l4 3.5v-11L6.5 8zM13 8l4 4m0-4-4 4';

/** Label and strokes of a button that mutes. */
export const muteFace = ({ muted, volume }: SongPlayer): [label: string, strokes: string] =>
  muted || volume === 0 ? ['Unmute', kSilent] : ['Mute', kLoud];
