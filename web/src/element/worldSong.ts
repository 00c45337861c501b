// The song of a world in the element: silent until it is unmuted, and then the picture follows it. Fetched for world
// documents that have a sound.

import { scriptUrl } from '../base/trusted';
import { plainFile } from '../archives/unpack';
import type { SourceFile } from '../protocol/files';
import { announce, withdraw } from '../music/mediaSession';
import type { Viewer } from '../viewer/viewer';
import { WorldSong, type WorldFiles } from '../music/worldSong';
import { adoptAudible, audibleMembers, defineMembers, muteFace, takeMembers, watchAudible } from './audible';
import { icon, make, sharedSheet } from './dom';
import type { Player } from './player';
import type { ElementHost } from './host';
import styles from './worldsong.css';

const dress = sharedSheet(styles);

/** Adds the song of a world and returns a function that ends it; undefined if the document, the first of `files`, has no playable song. */
export async function accompany(
  element: ElementHost,
  frame: HTMLElement,
  player: Player,
  viewer: Viewer,
  files: readonly SourceFile[],
  base: string | undefined,
): Promise<(() => void) | undefined> {
  const song = new WorldSong(
    { script: scriptUrl },
    {
      follow: (seconds) => {
        const time = seconds === undefined || element.loop ? seconds : Math.min(seconds, player.duration);
        viewer.client.send({ type: 'follow', viewer: viewer.id, time });
      },
      time: () => player.time,
      // Without `loop` it comes to its end by its own clock.
      length: () => (element.loop ? player.duration : 0),
    },
  );
  const plain = await Promise.all(files.map(async ({ name, data }) => ({ name, data: await plainFile(name, data) })));
  const [main, ...others] = plain,
    text = main!.data instanceof Blob ? await main!.data.arrayBuffer() : main!.data;
  await song.open({ text, files: others, base } as WorldFiles);
  if (song.isThere) return attach(element, frame, player, song);
  song.dispose();
  return undefined;
}

/** `frame` gets the button. */
function attach(element: ElementHost, frame: HTMLElement, player: Player, song: WorldSong): () => void {
  const members = audibleMembers(song.player),
    button = make('button', { type: 'button', class: 'world-mute', part: 'button mute-button' });
  dress(frame.getRootNode() as ShadowRoot);
  const show = (): void => {
    const [label, strokes] = muteFace(song.player);
    if (button.getAttribute('aria-label') !== label) {
      button.setAttribute('aria-label', label);
      button.title = label;
      button.replaceChildren(icon(strokes));
    }
    button.hidden = element.controls === 'none';
  };
  adoptAudible(element, song.player);
  defineMembers(element, members);
  button.addEventListener('click', () => {
    song.player.muted = !song.player.muted;
    void song.start();
  });
  const atEnd = (): boolean => !element.loop && player.duration > 0 && song.player.time >= player.duration;
  const endings = [
    watchAudible(element, song.player),
    song.player.on('change', () => {
      show();
      if (song.player.playing) announce(element.getAttribute('alt') || document.title, song.player);
    }),
    player.on('play', () => song.play()),
    player.on('pause', () => song.pause()),
    player.on('sought', () => song.seek()),
    player.on('ratechange', () => song.speed(player.speed)),
    player.on('tick', () => atEnd() && song.player.playing && song.pause()),
  ];
  const controls = new MutationObserver(show);
  controls.observe(element, { attributeFilter: ['controls'] });
  song.speed(player.speed);
  if (player.playing) song.play();
  frame.append(button);
  show();
  return () => {
    for (const end of endings) end();
    controls.disconnect();
    song.dispose();
    button.remove();
    takeMembers(element, members);
    withdraw();
  };
}
