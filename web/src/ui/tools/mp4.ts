// MP4 around the frames of a video encoder: boxes for three codecs, by a library (mediabunny) that is fetched with the
// first MP4. It is not told the frame rate, to multiples of which it would round the length of a shorter last frame.

import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import type { VideoCodecName } from './filmFrames';

export interface Packet {
  data: Uint8Array;
  key: boolean;
  /** Both in seconds. */
  time: number;
  duration: number;
}

/** Frames are in the order of time, the first is a key frame. The index comes first: players begin before all is there. */
export async function mp4(
  codec: VideoCodecName,
  decoderConfig: VideoDecoderConfig,
  packets: readonly Packet[],
): Promise<Uint8Array> {
  const target = new BufferTarget(),
    output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source);
  await output.start();
  for (const [index, { data, key, time, duration }] of packets.entries())
    await source.add(
      new EncodedPacket(data, key ? 'key' : 'delta', time, duration, index),
      index === 0 ? { decoderConfig } : undefined,
    );
  await output.finalize();
  return new Uint8Array(target.buffer!);
}
