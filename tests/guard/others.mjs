// All that worlds, songs, effect files and images say and become.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const json = (value) => JSON.stringify(value, null, 1) ?? 'undefined';
const bytesOf = (view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);
const kTimes = [0, 0.5, 1.25];
/** Tables of a frame that are compared byte by byte. */
const kTables =
  'scalars numbers jobs jobNumbers paint lights lightNumbers lightSegments effects effectNumbers particles segments doors finish cameras values valueNumbers events eventNumbers points pointNumbers cells cellNumbers contacts contactNumbers still posed blocked'.split(
    ' ',
  );

export function askWorld(vitrine, { folder, files: [path] }, say) {
  const file = (name) => {
    const found = join(folder, dirname(path), name);
    return existsSync(found) && statSync(found).isFile() ? new Uint8Array(readFileSync(found)) : undefined;
  };
  let world;
  say('world', () => {
    world = vitrine.world(new Uint8Array(readFileSync(join(folder, path))), file);
    return world.ok ? json(world.outline) : json(world.report);
  });
  if (!world) return;
  try {
    for (const time of world.ok ? kTimes : []) {
      say(`frame ${time}`, () => `${world.evaluate(time)} ${json(world.report)}`);
      say(`digest ${time}`, () => world.digest);
    }
    if (!world.ok) return;
    say('walk', () => json(world.walk([0.5, 0.25, 0])));
    for (const name of kTables) say(`table ${name}`, () => bytesOf(world.tables()?.get(name)));
    say('picture', () => {
      const { pixels } = world.render({ times: [0, 0.4], width: 96, height: 60 });
      return pixels;
    });
    say('picture told', () =>
      json({ ...world.render({ width: 64, height: 40, draw: 'after-light', bits: 16 }), pixels: 0 }),
    );
    say('change', () => json(world.set('/meta/guard', 1)));
    say('text', () => world.text);
  } finally {
    world.dispose();
  }
}

export function askSong(vitrine, { folder, files: [path] }, say) {
  const file = { name: path, bytes: new Uint8Array(readFileSync(join(folder, path))) };
  say('sound', () => json(vitrine.sound(file)));
  let song;
  say('song', () => {
    song = vitrine.song(file);
    return `${song.seconds}`;
  });
  if (!song) return;
  try {
    say('samples', () => new Uint8Array(song.render(0, 3).buffer));
    say('samples of a channel', () => new Uint8Array(song.render(1, 0.5, { channel: 0 }).buffer));
    let midi;
    say('midi report', () => json((midi = song.midi()).report));
    if (midi) say('midi', () => midi.bytes);
  } finally {
    song.dispose();
  }
}

export function askImage(vitrine, { folder, files: [path] }, say) {
  say('pixels', () => {
    const { width, height, rgba } = vitrine.decodeImage(new Uint8Array(readFileSync(join(folder, path))));
    return Buffer.concat([Buffer.from(`${width} x ${height}\n`), bytesOf(rgba)]);
  });
}
