// MP4 around the frames of a video encoder: boxes for three codecs, by a library (mediabunny) that is fetched with the
// first MP4. Its WebM has no length for a last frame that is shorter, so that one has a writer of its own (muxer.ts).

import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import type { VideoCodecName } from './filmProtocol';

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
  framesPerSecond: number,
  packets: readonly Packet[],
): Promise<Uint8Array> {
  const target = new BufferTarget(),
    output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  for (const [index, { data, key, time, duration }] of packets.entries())
    await source.add(
      new EncodedPacket(data, key ? 'key' : 'delta', time, duration, index),
      index === 0 ? { decoderConfig } : undefined,
    );
  await output.finalize();
  return new Uint8Array(target.buffer!);
}
