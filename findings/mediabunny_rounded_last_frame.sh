#!/bin/sh
# mediabunny 1.61.0, told the frame rate of a track, writes MP4 files whose headers disagree about their length.
#
# Here four frames at 7 per second are to last half a second: the last one ends in the middle of its seventh. A track with
# `frameRate` has its times and lengths rounded to whole frames, as documented. But the rounding reaches the track alone: its
# header and its table of lengths (mdhd, stts) say 4/7 s, the movie header (mvhd) of the same file says 1/2 s, so that a
# program shows one length or the other by the header that it reads. Without `frameRate` both say 1/2 s. A WebM made in the
# same way has one length, the rounded one.
#
# Seen on 2026-11-28:
#   MP4, movie and track, with a frame rate: [ '0.5000', '0.5714' ] without: [ '0.5000', '0.5000' ]
#   WebM, milliseconds, with a frame rate and without: [ 572, 500 ]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >npm.log
npm install --no-audit --no-fund mediabunny@1.61.0 >npm.log
cat >run.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny';

async function written(format, metadata) {
  const output = new Output({ format, target: new BufferTarget() }),
    source = new EncodedVideoPacketSource('vp9');
  output.addVideoTrack(source, metadata);
  await output.start();
  for (let i = 0; i < 4; ++i) {
    const time = i / 7,
      packet = new EncodedPacket(Uint8Array.of(i, 1, 2, 3), i === 0 ? 'key' : 'delta', time, Math.min(1 / 7, 0.5 - time));
    await source.add(packet, { decoderConfig: { codec: 'vp09.00.10.08', codedWidth: 16, codedHeight: 16 } });
  }
  await output.finalize();
  return Buffer.from(output.target.buffer);
}
/** Seconds that a header of version 0 states. */
const lengthIn = (file, header) => {
  const at = file.indexOf(header) + 4;
  assert.equal(file[at], 0);
  return file.readUInt32BE(at + 16) / file.readUInt32BE(at + 12);
};
const lengths = (file) => ['mvhd', 'mdhd'].map((header) => lengthIn(file, header).toFixed(4));

const rounded = lengths(await written(new Mp4OutputFormat(), { frameRate: 7 })),
  exact = lengths(await written(new Mp4OutputFormat(), {}));
console.log('MP4, movie and track, with a frame rate:', rounded, 'without:', exact);
assert.deepEqual(rounded, ['0.5000', '0.5714']);
assert.deepEqual(exact, ['0.5000', '0.5000']);

const durationOf = (file) => file.readDoubleBE(file.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3);
const webm = [durationOf(await written(new WebMOutputFormat(), { frameRate: 7 })), durationOf(await written(new WebMOutputFormat(), {}))];
console.log('WebM, milliseconds, with a frame rate and without:', webm);
assert.deepEqual(webm, [572, 500]);
SCRIPT
node run.mjs
