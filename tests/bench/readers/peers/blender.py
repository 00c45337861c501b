"""Blender's importer: each object as the dependency graph evaluates it, in glTF's axes. blender -b --python blender.py -- IN.json OUT.json"""

import json
import sys

import numpy

# Blender 3.4's importer uses names that numpy 1.24 took away.
for name, stands_for in {"bool": bool, "int": int, "float": float, "object": object}.items():
    if name not in numpy.__dict__:
        setattr(numpy, name, stands_for)

import bpy


def vertices(graph):
    parts = []
    for instance in graph.object_instances:
        shown = instance.object
        if shown.type != "MESH":
            continue
        mesh = shown.to_mesh()
        world = instance.matrix_world
        points = (world @ vertex.co for vertex in mesh.vertices)
        parts.append([c for p in points for c in (p.x, p.z, -p.y)])
        shown.to_mesh_clear()
    return parts


def snapshot():
    """What an action may move, as the importer left it."""
    objects = [(one, one.matrix_basis.copy()) for one in bpy.data.objects]
    bones = [(bone, bone.matrix_basis.copy()) for one in bpy.data.objects if one.pose for bone in one.pose.bones]
    # The importer has played the first action to frame 1; our files begin without shapes.
    shapes = [(block, 0) for keys in bpy.data.shape_keys for block in keys.key_blocks]
    return objects + bones, shapes


def restore(transforms, shapes):
    for one, matrix in transforms:
        one.matrix_basis = matrix
    for block, value in shapes:
        block.value = value


def animated():
    for data in (bpy.data.objects, bpy.data.shape_keys):
        for one in data:
            if one.animation_data:
                yield one.animation_data


def play(name):
    """The importer makes a track for each animation, which all begin at frame 1; their actions have the times of the file."""
    for data in animated():
        strips = [track.strips[0] for track in data.nla_tracks if track.name == name and track.strips]
        for track in data.nla_tracks:
            track.mute = True
        data.action = strips[0].action if strips else None


def pose(rest, name, time):
    play(name)
    restore(*rest)
    scene = bpy.context.scene
    frame = time * scene.render.fps
    scene.frame_set(int(frame), subframe=frame - int(frame))
    return vertices(bpy.context.evaluated_depsgraph_get())


def main(source, target):
    with open(source) as file:
        asked = json.load(file)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    try:
        bpy.ops.import_scene.gltf(filepath=asked["path"])
        rest = snapshot()
        answer = {"poses": [pose(rest, name, time) for name, time in asked["poses"]]}
    except Exception as error:  # an importer may stop at anything
        answer = {"error": str(error).strip().splitlines()[-1]}
    with open(target, "w") as file:
        json.dump(answer, file)


main(*sys.argv[sys.argv.index("--") + 1 :])
