// Reads a standard MIDI file, by its specification alone.

/** { format, division, tracks: [[{ tick, status, data }]] }; status 0xff has its type as `meta`. Throws for anything else. */
export function readMidi(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const tag = () => String.fromCharCode(...bytes.subarray(at, (at += 4)));
  const u32 = () => view.getUint32((at += 4) - 4);
  const u16 = () => view.getUint16((at += 2) - 2);
  const variable = () => {
    let value = 0;
    for (let i = 0; i < 4; ++i) {
      const byte = bytes[at++];
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new Error(`a number of more than four bytes before ${at}`);
  };
  if (tag() !== 'MThd' || u32() !== 6) throw new Error('no header');
  const [format, count, division] = [u16(), u16(), u16()];
  const tracks = Array.from({ length: count }, () => {
    if (tag() !== 'MTrk') throw new Error(`no track at ${at - 4}`);
    const end = u32() + at,
      events = [];
    for (let tick = 0; at < end;) {
      tick += variable();
      const status = bytes[at++];
      if (status === 0xff) {
        const meta = bytes[at++],
          size = variable();
        events.push({ tick, status, meta, data: [...bytes.subarray(at, (at += size))] });
        continue;
      }
      if (status < 0x80 || status >= 0xf0) throw new Error(`status ${status} at ${at - 1}`);
      const size = status >> 4 === 0xc || status >> 4 === 0xd ? 1 : 2;
      const data = [...bytes.subarray(at, (at += size))];
      if (data.some((value) => value > 127)) throw new Error(`data above 127 at ${at}`);
      events.push({ tick, status, data });
    }
    if (at !== end || events.at(-1)?.meta !== 0x2f) throw new Error(`a track does not end where it says, at ${at}`);
    return events;
  });
  if (at !== bytes.length) throw new Error('bytes follow the tracks');
  return { format, division, tracks };
}

/**
 * Notes of a track as a sequencer pairs them, in the order in which they begin: [{ key, on, off, program, programAtEnd }]. A
 * note that nothing ends has no `off`; the program is -1 before the first change.
 */
export function notesOf(track) {
  const notes = [],
    sounding = new Map();
  let program = -1;
  for (const { tick, status, data } of track) {
    const [key, velocity] = data,
      kind = status >> 4;
    if (kind === 0xc) program = key;
    else if (kind === 9 && velocity > 0) {
      const note = { key, on: tick, off: undefined, program, programAtEnd: undefined };
      notes.push(note);
      sounding.set(key, [...(sounding.get(key) ?? []), note]);
    } else if (kind === 9 || kind === 8) {
      const ended = sounding.get(key)?.shift();
      if (ended) Object.assign(ended, { off: tick, programAtEnd: program });
    }
  }
  return notes;
}
