// three.js: GLTFLoader, AnimationMixer, and the positions that Mesh.getVertexPosition gives for its own raycasts.

import { AnimationMixer, LoopOnce, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'meshoptimizer/decoder';

globalThis.self ??= globalThis;

export const packages = ['three', 'meshoptimizer'];

export async function open(bytes) {
  const copy = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { scene, animations } = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).parseAsync(copy, '');
  const mixer = new AnimationMixer(scene);
  return {
    actions: animations.length,
    pose(action, time) {
      mixer.stopAllAction();
      if (action !== undefined) {
        const playing = mixer.clipAction(animations[action]).reset().setLoop(LoopOnce);
        playing.clampWhenFinished = true;
        playing.play();
        mixer.setTime(time);
      }
      scene.updateMatrixWorld(true);
      const parts = [];
      scene.traverseVisible((mesh) => {
        if (!mesh.isMesh) return;
        const { count } = mesh.geometry.attributes.position,
          at = new Vector3(),
          positions = new Float64Array(3 * count);
        for (let v = 0; v < count; ++v)
          mesh
            .getVertexPosition(v, at)
            .applyMatrix4(mesh.matrixWorld)
            .toArray(positions, 3 * v);
        parts.push(positions);
      });
      return parts;
    },
  };
}
