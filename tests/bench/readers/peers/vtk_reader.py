"""VTK's glTF reader with its deformations applied. python3 vtk_reader.py IN.json OUT.json"""

import json
import sys

from vtkmodules.vtkIOGeometry import vtkGLTFReader
from vtkmodules.util.numpy_support import vtk_to_numpy


def leaves(block):
    for i in range(block.GetNumberOfBlocks()):
        child = block.GetBlock(i)
        if child is None:
            continue
        if hasattr(child, "GetNumberOfBlocks"):
            yield from leaves(child)
        else:
            yield child


def pose(path, action, time):
    reader = vtkGLTFReader()
    reader.SetFileName(path)
    reader.ApplyDeformationsToGeometryOn()
    reader.UpdateInformation()
    if action is not None:
        reader.SetFrameRate(60)
        reader.EnableAnimation(action)
        reader.UpdateInformation()
        reader.UpdateTimeStep(time)
    else:
        reader.Update()
    return [vtk_to_numpy(one.GetPoints().GetData()).astype(float).ravel().tolist() for one in leaves(reader.GetOutput()) if one.GetNumberOfPoints()]


def main(source, target):
    with open(source) as file:
        asked = json.load(file)
    try:
        answer = {"poses": [pose(asked["path"], action, time) for action, time in asked["poses"]]}
    except Exception as error:  # a reader may stop at anything
        answer = {"error": str(error)}
    with open(target, "w") as file:
        json.dump(answer, file)


main(*sys.argv[1:])
