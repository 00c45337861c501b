// Babylon.js with its engine without a picture: the glTF loader, animation groups, and its own skinning on the processor.

import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { MeshoptCompression } from '@babylonjs/core/Meshes/Compression/meshoptCompression.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/loaders/glTF/2.0/index.js';
import { MeshoptDecoder } from 'meshoptimizer/decoder';

globalThis.XMLHttpRequest ??= class {};
Logger.LogLevels = Logger.NoneLogLevel;
// It fetches its decoder as a script of a page; this is the same one.
MeshoptCompression._Default = {
  decodeGltfBufferAsync: async (source, count, stride, mode, filter) => {
    await MeshoptDecoder.ready;
    const out = new Uint8Array(count * stride);
    MeshoptDecoder.decodeGltfBuffer(out, count, stride, source, mode, filter);
    return out;
  },
  dispose() {},
};

export const packages = ['@babylonjs/core', '@babylonjs/loaders', 'meshoptimizer'];

const kFramesPerSecond = 60;

export async function open(bytes) {
  const scene = new Scene(new NullEngine());
  const container = await LoadAssetContainerAsync(new Uint8Array(bytes), scene, { pluginExtension: '.glb' });
  container.addAllToScene();
  const [root] = container.rootNodes,
    groups = container.animationGroups,
    rest = container
      .getNodes()
      .map((node) => [node, node.position?.clone(), node.rotationQuaternion?.clone(), node.scaling?.clone()]);
  const targets = container.morphTargetManagers.flatMap((manager) =>
    Array.from({ length: manager.numTargets }, (_, i) => manager.getTarget(i)),
  );
  const weights = targets.map(({ influence }) => influence);
  for (const group of groups) group.stop();
  return {
    actions: groups.length,
    pose(action, time) {
      for (const group of groups) group.stop();
      for (const [node, position, rotation, scaling] of rest) {
        if (position) node.position.copyFrom(position);
        if (rotation) node.rotationQuaternion.copyFrom(rotation);
        if (scaling) node.scaling.copyFrom(scaling);
      }
      targets.forEach((target, i) => (target.influence = weights[i]));
      if (action !== undefined) {
        groups[action].start(false);
        groups[action].goToFrame(time * kFramesPerSecond);
        groups[action].pause();
      }
      for (const node of container.getNodes()) node.computeWorldMatrix?.(true);
      for (const skeleton of container.skeletons) skeleton.prepare(true);
      const back = Matrix.Invert(root.getWorldMatrix());
      return container.meshes
        .filter((mesh) => mesh.getTotalVertices() > 0 && mesh.isEnabled() && mesh.isVisible)
        .map((mesh) => {
          const local = mesh.getPositionData(true, true),
            world = mesh.computeWorldMatrix(true).multiply(back),
            positions = new Float64Array(local.length),
            at = new Vector3();
          for (let i = 0; i < local.length; i += 3) {
            Vector3.TransformCoordinatesFromFloatsToRef(local[i], local[i + 1], local[i + 2], world, at);
            positions.set([at.x, at.y, at.z], i);
          }
          return positions;
        });
    },
  };
}
