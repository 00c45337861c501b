// WebM around the frames of a video encoder: one track, one cluster for each key frame (Matroska, RFC 9559).

interface Frame {
  data: Uint8Array;
  key: boolean;
  /** Milliseconds. */
  time: number;
}

type Content = Uint8Array | number | string | Content[];
/** An element: its identifier as written, and what is in it. */
interface Element {
  id: number;
  content: Content | Element[];
}

const isElements = (content: Element['content']): content is Element[] =>
  Array.isArray(content) && content.every((each) => typeof each === 'object' && 'id' in each);

function numberBytes(value: number, least = 1): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length < least; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function write({ id, content }: Element): Uint8Array {
  const body =
    typeof content === 'number'
      ? numberBytes(content)
      : typeof content === 'string'
        ? new TextEncoder().encode(content)
        : content instanceof Uint8Array
          ? content
          : isElements(content)
            ? concat(content.map(write))
            : new Uint8Array(0);
  // Lengths always have eight bytes: 01 and seven of the number.
  const length = numberBytes(body.length, 8);
  length[0] = 1;
  return concat([numberBytes(id), length, body]);
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

/** `codec` as Matroska names it. Frames are in the order of time, the first is a key frame. */
export function webm(
  width: number,
  height: number,
  codec: 'V_VP8' | 'V_VP9',
  frames: readonly Frame[],
  milliseconds: number,
): Uint8Array {
  const clusters: Element[] = [];
  let start = 0,
    blocks: Element[] = [];
  for (const { data, key, time } of frames) {
    if (key || time - start > 30_000) {
      start = time;
      blocks = [{ id: 0xe7, content: time }];
      clusters.push({ id: 0x1f43b675, content: blocks });
    }
    const relative = time - start;
    blocks.push({
      id: 0xa3,
      content: concat([Uint8Array.of(0x81, relative >> 8, relative & 255, key ? 0x80 : 0), data]),
    });
  }
  const header: Element = {
    id: 0x1a45dfa3,
    content: [
      { id: 0x4286, content: 1 },
      { id: 0x42f7, content: 1 },
      { id: 0x42f2, content: 4 },
      { id: 0x42f3, content: 8 },
      { id: 0x4282, content: 'webm' },
      { id: 0x4287, content: 4 },
      { id: 0x4285, content: 2 },
    ],
  };
  const info: Element = {
    id: 0x1549a966,
    content: [
      { id: 0x2ad7b1, content: 1_000_000 },
      { id: 0x4489, content: float(milliseconds) },
      { id: 0x4d80, content: 'Vitrine' },
      { id: 0x5741, content: 'Vitrine' },
    ],
  };
  const tracks: Element = {
    id: 0x1654ae6b,
    content: [
      {
        id: 0xae,
        content: [
          { id: 0xd7, content: 1 },
          { id: 0x73c5, content: 1 },
          { id: 0x83, content: 1 },
          { id: 0x86, content: codec },
          {
            id: 0xe0,
            content: [
              { id: 0xb0, content: width },
              { id: 0xba, content: height },
            ],
          },
        ],
      },
    ],
  };
  return concat([write(header), write({ id: 0x18538067, content: [info, tracks, ...clusters] })]);
}
