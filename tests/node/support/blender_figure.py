# blender -b --factory-startup --python-exit-code 3 --python blender_figure.py -- OUT.glb [parent] [curve] [second]
#
# A figure with a skeleton of three bones, two materials and two actions, as Blender's own exporter writes it; besides an object
# below another one, a curve, or a second armature with its mesh.
import bpy
import math
import sys

out = sys.argv[sys.argv.index('--') + 1]
extras = sys.argv[sys.argv.index('--') + 2:]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.render.fps = 25

def link(name, data):
    thing = bpy.data.objects.new(name, data)
    scene.collection.objects.link(thing)
    return thing

def armature(name, bones):
    rig = link(name, bpy.data.armatures.new(name))
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode='EDIT')
    made = {}
    for bone, head, tail, parent in bones:
        one = rig.data.edit_bones.new(bone)
        one.head, one.tail = head, tail
        if parent:
            one.parent = made[parent]
        made[bone] = one
    bpy.ops.object.mode_set(mode='OBJECT')
    for bone in rig.pose.bones:
        bone.rotation_mode = 'XYZ'
    return rig

def material(name, color):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.node_tree.nodes['Principled BSDF'].inputs['Base Color'].default_value = color
    return made

def tube(name, height, rings, sides=8, radius=0.3):
    verts = [(radius * math.cos(2 * math.pi * s / sides), radius * math.sin(2 * math.pi * s / sides), height * r / rings)
             for r in range(rings + 1) for s in range(sides)]
    faces = [(r * sides + s, r * sides + (s + 1) % sides, (r + 1) * sides + (s + 1) % sides, (r + 1) * sides + s)
             for r in range(rings) for s in range(sides)]
    mesh = bpy.data.meshes.new('ME_' + name)
    mesh.from_pydata(verts, [], faces)
    return mesh

rig = armature('Rig', [('hip', (0, 0, 0), (0, 0, 1), None), ('spine', (0, 0, 1), (0, 0, 2), 'hip'),
                       ('head', (0, 0, 2), (0, 0, 2.5), 'spine')])
body = link('Body', tube('Body', 2.5, 10))
for each in (material('skin', (0.8, 0.5, 0.4, 1)), material('cloth', (0.2, 0.3, 0.7, 1))):
    body.data.materials.append(each)
for i, face in enumerate(body.data.polygons):
    face.material_index = 1 if i < 32 else 0
for bone, lowest, highest in (('hip', -1, 1), ('spine', 0.8, 2), ('head', 1.9, 3)):
    group = body.vertex_groups.new(name=bone)
    for vertex in body.data.vertices:
        if lowest <= vertex.co.z <= highest:
            group.add([vertex.index], 1, 'REPLACE')
body.parent = rig
body.modifiers.new('Armature', 'ARMATURE').object = rig

def action(name, bone, axis, angle, last):
    made = bpy.data.actions.new(name)
    rig.animation_data_create().action = made
    pose = rig.pose.bones[bone]
    for frame, value in ((1, 0), ((1 + last) // 2, angle), (last, 0)):
        pose.rotation_euler[axis] = value
        pose.keyframe_insert('rotation_euler', frame=frame)
    made.use_fake_user = True
    track = rig.animation_data.nla_tracks.new()
    track.name = name
    track.strips.new(name, 1, made)
    rig.animation_data.action = None
    pose.rotation_euler[axis] = 0

action('nod', 'head', 0, 0.6, 13)
action('bow', 'spine', 0, 1.0, 25)


if 'parent' in extras:
    hat = link('Hat', tube('Hat', 0.3, 1))
    hat.location = (0, 0, 2.5)
    feather = link('Feather', tube('Feather', 0.5, 1, 3, 0.05))
    feather.parent = hat
if 'curve' in extras:
    curve = bpy.data.curves.new('Rope', 'CURVE')
    curve.dimensions = '3D'
    curve.splines.new('POLY').points.add(3)
    curve.bevel_depth = 0.05
    for i, point in enumerate(curve.splines[0].points):
        point.co = (0.5, 0, 0.5 * i, 1)
    link('Rope', curve)
if 'second' in extras:
    other = armature('Other', [('arm', (1, 0, 0), (1, 0, 1), None)])
    part = link('Part', tube('Part', 1, 2))
    part.location = (1, 0, 0)
    part.vertex_groups.new(name='arm').add(range(len(part.data.vertices)), 1, 'REPLACE')
    part.parent = other
    part.modifiers.new('Armature', 'ARMATURE').object = other

bpy.ops.export_scene.gltf(filepath=out, export_format='GLB')
