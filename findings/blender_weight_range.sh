#!/bin/sh
# Blender 3.4.1 cuts the weights of morph targets off at 0 and 1 as it plays a glTF, though its importer widens the range of a
# shape key for weights beyond: it looks at the first key alone.
#
# glTF sets no bounds for weights. Three files differ in the order of their keys only: with the key of 1.5 first, the whole
# range to 1.5 is there, and -0.5 is cut; with -0.5 first it is the other way round; where both come later, both are cut. Keys
# of the curve are as in the file, and nothing is printed: what is wrong is how far the shape moves.
# (io_scene_gltf2/blender/imp/gltf2_blender_animation_weight.py takes min and max of coords[1:2], one number, not of
# coords[1::2].) gltf-validator 2.0.0-dev.3.10 accepts the files.
#
# Seen on 2026-11-30, how far the shape moves at each key, with the keys of the file before it:
#   [0,1.5,-0.5,0.25] -> [0,1,0,0.25]
#   [1.5,0,-0.5,0.25] -> [1.5,0,0,0.25]
#   [-0.5,0,1.5,0.25] -> [-0.5,0,1,0.25]
#
# Needs apt-get, dpkg and Debian 12 (bookworm) among the sources: some 100 MB of packages are unpacked in the temporary folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p debs/partial root
# As on an empty system, so that every package is fetched that Blender needs.
apt-get -o Dir::State::status=/dev/null -o Dir::Cache::archives="$folder/debs" -o Debug::NoLocking=1 -qq -y --download-only \
  --no-install-recommends install 'blender=3.4.1+dfsg-2+b1' python3-numpy >apt.log 2>&1 || { tail -3 apt.log >&2; exit 1; }
for package in debs/*.deb; do dpkg -x "$package" root; done
npm init --yes >npm.log
npm install --no-audit --no-fund gltf-validator@2.0.0-dev.3.10 >npm.log
cat >make.mjs <<'SCRIPT'
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import validator from 'gltf-validator';

/** A triangle, and a target that moves it by 1 along x; a weight for each half second. */
async function make(name, weights) {
  const arrays = [
    [0, 0, 0, 1, 0, 0, 0, 1, 0],
    [1, 0, 0, 1, 0, 0, 1, 0, 0],
    [0, 0.5, 1, 1.5],
    weights,
  ].map((values) => Buffer.from(new Float32Array(values).buffer));
  const data = Buffer.concat(arrays),
    at = (i) => arrays.slice(0, i).reduce((sum, { length }) => sum + length, 0);
  const text = JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'face', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }] }], weights: [0] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC3', min: [1, 0, 0], max: [1, 0, 0] },
      { bufferView: 2, componentType: 5126, count: 4, type: 'SCALAR', min: [0], max: [1.5] },
      { bufferView: 3, componentType: 5126, count: 4, type: 'SCALAR' },
    ],
    bufferViews: arrays.map(({ length }, i) => ({ buffer: 0, byteOffset: at(i), byteLength: length })),
    buffers: [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }],
    animations: [{ samplers: [{ input: 2, output: 3 }], channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }] }],
  });
  assert.equal((await validator.validateString(text)).issues.numErrors, 0);
  writeFileSync(name, text);
}
await make('later.gltf', [0, 1.5, -0.5, 0.25]);
await make('above.gltf', [1.5, 0, -0.5, 0.25]);
await make('below.gltf', [-0.5, 0, 1.5, 0.25]);
SCRIPT
node make.mjs
cat >look.py <<'SCRIPT'
import json

import numpy

# This importer uses names that numpy 1.24 took away.
for name, stands_for in {"bool": bool, "int": int, "float": float, "object": object}.items():
    if name not in numpy.__dict__:
        setattr(numpy, name, stands_for)

import bpy

seen = {}
for name in ("later", "above", "below"):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=name + ".gltf")
    face = next(one for one in bpy.data.objects if one.type == "MESH")
    keys = face.data.shape_keys
    keys.animation_data.action = keys.animation_data.nla_tracks[0].strips[0].action
    curve = keys.animation_data.action.fcurves[0]
    moved = []
    for point in curve.keyframe_points:
        frame = point.co[0]
        bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
        posed = face.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        moved.append(round(posed.vertices[0].co.x, 4))
    seen[name] = {"keys": [round(point.co[1], 4) for point in curve.keyframe_points], "moved": moved}
seen["version"] = bpy.app.version_string
with open("seen.json", "w") as file:
    json.dump(seen, file)
SCRIPT
libraries=$(find root -type d -path '*/x86_64-linux-gnu*' | tr '\n' ':')
BLENDER_SYSTEM_SCRIPTS=$folder/root/usr/share/blender/scripts BLENDER_SYSTEM_DATAFILES=$folder/root/usr/share/blender/datafiles \
  PYTHONHOME=$folder/root/usr PYTHONPATH=$folder/root/usr/lib/python3/dist-packages HOME=$folder \
  root/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 --library-path "$libraries" root/usr/bin/blender -b --python look.py >blender.log 2>&1 ||
  { tail -5 blender.log >&2; exit 1; }
node --input-type=module -e '
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
const { version, ...seen } = JSON.parse(readFileSync("seen.json", "utf8"));
assert.equal(version, "3.4.1");
for (const { keys, moved } of Object.values(seen)) console.log(JSON.stringify(keys), "->", JSON.stringify(moved));
assert.deepEqual(seen, {
  later: { keys: [0, 1.5, -0.5, 0.25], moved: [0, 1, 0, 0.25] },
  above: { keys: [1.5, 0, -0.5, 0.25], moved: [1.5, 0, 0, 0.25] },
  below: { keys: [-0.5, 0, 1.5, 0.25], moved: [-0.5, 0, 1, 0.25] },
});
'
