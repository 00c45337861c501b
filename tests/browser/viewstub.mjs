// A view core made byte by byte: it opens nothing, or says that it has opened something, or ends in a trap.

const kF64 = 0x7c,
  kI32 = 0x7f;
const i = (count) => Array(count).fill(kI32);
/** Name, parameters, result. */
const exports = [
  ['_initialize', [], []],
  ['alloc', i(1), [kI32]],
  ['release', i(1), []],
  ['document_new', [], [kI32]],
  ['document_delete', i(1), []],
  ['add_file', [...i(3), kF64], [kI32]],
  ['offer', [...i(3), kF64], []],
  ['load', i(1), [kI32]],
  ['report', i(1), [kI32]],
  ['text_bytes', i(1), [kI32]],
  ['find_clip', i(3), [kI32]],
  ['select_clip', i(2), [kI32]],
  ['set_play_options', i(4), []],
  ['duration', i(1), [kF64]],
  ['evaluate', [kI32, kF64, ...i(3)], []],
  ['bounds', i(1), [kI32]],
  ['action_bounds', i(2), [kI32]],
  ['camera_fov_y', [...i(2), kF64], [kF64]],
  ['instance_count', i(1), [kI32]],
  ['instance_node', i(2), [kI32]],
  ['buffer_pointer', i(3), [kI32]],
  ['buffer_bytes', i(3), [kI32]],
  ['inside', i(1), [kI32]],
  ['inside_pointer', i(2), [kI32]],
  ['inside_bytes', i(2), [kI32]],
];

const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)]);
const list = (items) => [...number(items.length), ...items.flat()];
const section = (id, bytes) => [id, ...number(bytes.length), ...bytes];
const text = (name) => list([...Buffer.from(name)]);

/** Signed, as constants are. */
const constant = (value) => (value < 64 ? [value] : [(value & 127) | 128, ...constant(value >> 7)]);
const kRoom = 1024;
const kText = 4096;

/** The global 0, less by 1 in every call; at 0 it all ends. */
const trapInTime = [0x23, 0, 0x45, 0x04, 0x40, 0x00, 0x0b, 0x23, 0, 0x41, 1, 0x6b, 0x24, 0];

/** What a function does: it gives a number, or ends it all. */
function body(name, [result], trap, report) {
  const gives = { alloc: kRoom, document_new: kRoom, load: report ? 1 : 0, report: kText, text_bytes: report.length };
  const code = name === trap ? [...trapInTime] : [];
  // 0 seconds, or 1.
  if (result === kF64) code.push(0x44, 0, 0, 0, 0, 0, 0, ...(name === 'duration' ? [0xf0, 0x3f] : [0, 0]));
  else if (result === kI32) code.push(0x41, ...constant(gives[name] ?? 0));
  return list([0, ...code, 0x0b]);
}

/** The module's bytes. With a `report` every load is good; the export named `trap` ends with a trap after `good` calls. */
export const viewStub = ({ trap, good = 0, report = '' } = {}) =>
  Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(exports.map(([, takes, gives]) => [0x60, ...list(takes), ...list(gives)]))),
    ...section(3, list(exports.map((_, at) => number(at)))),
    ...section(5, list([[0, 4]])),
    ...section(6, list([[kI32, 1, 0x41, ...constant(good), 0x0b]])),
    ...section(7, list([[...text('memory'), 2, 0], ...exports.map(([name], at) => [...text(name), 0, ...number(at)])])),
    ...section(10, list(exports.map(([name, , gives]) => body(name, gives, trap, report)))),
    ...section(11, list([[0, 0x41, ...constant(kText), 0x0b, ...text(report)]])),
  ]);
