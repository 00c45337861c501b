// A world document: the inside of the lighthouse island at dusk, with its song. Six rooms, four doors, one flight.

import { dusk } from './dusk';
import { heron } from './heron';
import { bake, pack } from './island/bake';
import { bridge } from './island/bridge';
import { island as worldDocument } from './island/document';
import { doors as doorRoom } from './island/doors';
import { engine } from './island/engine';
import { gate } from './island/gate';
import { lampRoom } from './island/lampRoom';
import { landing } from './island/landing';
import { textures } from './island/paint';
import type { Room } from './island/room';
import { sky } from './island/sky';
import { stair } from './island/stair';
import { type KriMesh, writeKri } from './model/kri';
import type { Sample, SampleFile } from './sample';

const scene = (mesh: KriMesh, name: string): Uint8Array =>
  writeKri(
    mesh.spans().map(({ material }) => ({ name: material, diffuse: [0.8, 0.8, 0.8] })),
    [{ name, mesh }],
  );

function roomFiles(room: Room): SampleFile[] {
  const size = pack(room.models);
  return [
    ...room.models.map((model) => ({
      path: `island/${model.name.replaceAll(' ', '_')}.scene`,
      bytes: scene(model.mesh(size), model.name),
    })),
    { path: `island/${room.name.replace(' ', '_')}_light.png`, bytes: bake(room.models, size, room.air).png() },
  ];
}

export const island: Sample = {
  name: 'island',
  title: 'The lighthouse island',
  text: 'A world with its song: six rooms, four doors, and a flight of 64 bars.',
  // Rendered by web/build/samples.mjs: a generator has no renderer.
  poster: 'island/island.png',
  build() {
    const rooms = [landing(), gate(), stair(), engine(), bridge(), lampRoom()],
      doors = doorRoom();
    const borrowed = [...heron.build(), ...dusk.build()].filter(({ path }) =>
      /heron\.md5mesh|fish\.md5anim|heron_.*png|dusk\.v2m/.test(path),
    );
    return [
      { path: 'island/island.world.json', bytes: worldDocument(rooms, doors) },
      ...[...rooms, doors].flatMap(roomFiles),
      { path: 'island/sky.scene', bytes: scene(sky(), 'sky') },
      ...Object.entries(textures()).map(([name, picture]) => ({ path: `island/${name}.png`, bytes: picture.png() })),
      ...borrowed.map(({ path, bytes }) => ({ path: path.replace(/^\w+/, 'island'), bytes })),
    ];
  },
};
