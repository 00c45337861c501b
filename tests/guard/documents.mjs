// All that a document says: its reports, places and records, poses, pictures and the files it becomes. Of long lists some
// members are asked about, the same ones in every tree.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const kActions = 4;
const kThings = 3;
const kOffsets = 24;
const kRecords = 60;
/** Larger models are exported to fewer kinds: their files take seconds and show nothing that small ones do not. */
const kManyVertices = 20_000;

/** Some numbers of a list of so many, its ends among them. */
const some = (count, wanted) =>
  count <= wanted
    ? Array.from({ length: count }, (_, i) => i)
    : [...new Set(Array.from({ length: wanted }, (_, i) => Math.floor((i * (count - 1)) / (wanted - 1))))];
const json = (value) => JSON.stringify(value, null, 1) ?? 'undefined';
const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

export function askDocument(vitrine, { folder, files }, say) {
  const given = files.map((path) => ({ name: path, bytes: new Uint8Array(readFileSync(join(folder, path))) }));
  let document;
  say('report', () => {
    document = vitrine.load(given);
    return json(document.report);
  });
  if (!document) return;
  try {
    askReports(document, say);
    askPlaces(document, given, say);
    askFixes(document, say);
    if (!document.shown) return;
    askPoses(document, say);
    askPictures(document, files, say);
    askExports(vitrine, document, files, say);
  } finally {
    document.dispose();
  }
}

function askReports(document, say) {
  const { meshes, actions } = document.report.info;
  say('digest', () => document.digest);
  say('surveys', () => json(some(meshes.length, 12).map((mesh) => document.survey(mesh))));
  for (const action of some(actions.length, kActions)) {
    say(`health ${action}`, () => json(document.health(action)));
    say(`curves ${action}`, () => json(document.curves(action, action === 0 ? 5 : 0)));
  }
}

/** Things of a scene by their numbers, some of each kind. */
function* thingsOf({ meshes, actions, hierarchy, materials }) {
  const nodes = [...hierarchy];
  for (const node of nodes) nodes.push(...node.children);
  for (const index of some(nodes.length, 2 * kThings)) yield { kind: 'node', index };
  for (const index of some(materials.length, kThings)) yield { kind: 'material', index };
  for (const mesh of some(meshes.length, kThings)) {
    yield { kind: 'mesh', index: mesh };
    for (const index of some(meshes[mesh].vertices, kThings)) yield { kind: 'vertex', mesh, index };
    for (const index of some(meshes[mesh].triangles, kThings)) yield { kind: 'triangle', mesh, index };
    for (const index of [0, 7]) yield { kind: 'weight', mesh, index };
  }
  for (const action of some(actions.length, kThings)) {
    yield { kind: 'action', index: action };
    for (const index of [0, 3]) yield { kind: 'frame', action, index };
    for (const curve of some(actions[action].curves ?? 0, kThings)) {
      yield { kind: 'curve', action, index: curve };
      for (const index of [0, 1]) yield { kind: 'key', action, curve, index };
    }
  }
}

function askPlaces(document, given, say) {
  say('places', () =>
    [...thingsOf(document.report.info)].map((thing) => json([thing, document.places(thing)])).join('\n'),
  );
  // A question of the core that only the page asks.
  const { live } = document.document;
  for (const { name, bytes } of given.slice(0, 3)) {
    say(`at ${basename(name)}`, () =>
      some(bytes.length, kOffsets)
        .map((offset) => `${offset} ${json(document.at(name, offset))}`)
        .join('\n'),
    );
    say(`records ${basename(name)}`, () => {
      const records = [];
      for (let offset = 0; offset < bytes.length && records.length < kRecords;) {
        const start = document.at(name, offset)?.record ?? offset,
          text = live.ask('mapRecord', JSON.stringify({ file: name, offset: start })),
          size = JSON.parse(text)?.size ?? 0;
        if (size === 0) break;
        records.push(`${start} ${text}`);
        offset = Math.max(offset + 1, start + size);
      }
      return records.join('\n');
    });
  }
}

function askFixes(document, say) {
  let fixes = [];
  say('fixes', () => json((fixes = document.fixes)));
  for (const { file, code } of fixes) {
    let patch;
    say(`patch ${file} ${code}`, () => json((patch = document.patch(file, [code]))?.report));
    if (patch) say(`patched ${file} ${code}`, () => patch.bytes);
  }
}

function askPoses(document, say) {
  const { actions } = document.report.info;
  say('pose bind', () => json(document.poseReport({ space: 'world' })));
  const moments = some(actions.length, kActions).flatMap((action) =>
    [0, 0.37, 1].map((part) => ({ action, time: part * (actions[action].duration ?? 0) })),
  );
  for (const moment of [{}, ...moments]) {
    const words = `${moment.action ?? 'bind'} ${moment.time ?? ''}`.trim();
    say(`posed ${words}`, () => {
      const { matrices, meshes, bounds } = document.pose(moment);
      const parts = [json(bounds), matrices, ...meshes.flatMap(({ positions, normals }) => [positions, normals])];
      return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : bytesOf(part))));
    });
  }
  if (actions.length > 0)
    say('pose of the first action', () =>
      json(document.poseReport({ action: 0, time: (actions[0].duration ?? 0) / 3 })),
    );
}

function askPictures(document, files, say) {
  const { actions } = document.report.info;
  const size = { width: 96, height: 72 };
  say('picture', () => bytesOf(document.render(size).rgba));
  say('picture issues', () => json(document.render({ ...size, view: 'front', shadow: true }).issues));
  if (actions.length > 0)
    say('picture of an action', () => bytesOf(document.render({ ...size, action: 0, time: 0.3 }).rgba));
}

/** Options that are tried besides the defaults, by kind. */
const otherOptions = {
  glb: [{ hidden: true }],
  qmsh: [{ version: 12 }, { legacy: true }, { everyFrame: true }],
  'qmsh.tmp': [{ legacy: true, autoSmooth: 30 }],
  scene: [{ generation: 'seed', closeTJunctions: false, processQuaternions: false }],
  pivot: [{ dialect: 'BE/roots/triangle' }],
  md5mesh: [
    { md5: { engine: 'doom3', name: 'guard', bindPose: true } },
    { md5: { engine: 'vkquake', bindPose: true } },
  ],
};

function askExports(vitrine, document, files, say) {
  const small = document.report.info.statistics.vertices <= kManyVertices;
  const kinds = small ? Object.keys(otherOptions) : ['glb', 'qmsh'];
  for (const kind of kinds)
    for (const [number, options] of [{}, ...(small ? otherOptions[kind] : [])].entries()) {
      const name = number === 0 ? kind : `${kind} with options ${number}`;
      let made;
      say(`convert ${name}`, () => {
        made = document.convert(kind, options);
        return `${json(made.report)}\n${made.log}`;
      });
      if (!made) continue;
      say(`converted ${name}`, () => made.bytes);
      for (const { name: file, bytes } of (made.files ?? []).slice(1)) say(`converted ${name}: ${file}`, () => bytes);
    }
}
