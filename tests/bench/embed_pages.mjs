// Pages that show the same animated character: what the benchmarks of embedding compare ours with.

/** Two frames after the picture was handed to the driver, which may not have drawn it by then: see `watch`. */
export const done = 'requestAnimationFrame(() => requestAnimationFrame((now) => (globalThis.firstFrame = now)));';
export const page = (head, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><style>body{margin:0}.view{display:block;width:640px;height:480px}</style>${head}</head><body>${body}</body></html>`;

export const modelViewerPage = page(
  '<script type="module" src="model-viewer.min.js"></script>',
  `<model-viewer class="view" src="heron.glb" autoplay loading="eager"></model-viewer>
    <script>document.querySelector('model-viewer').addEventListener('model-visibility', ({ detail }) => { if (detail.visible) { ${done} } });</script>`,
);

export const threePage = page(
  '<script type="module" src="three.js"></script>',
  '<canvas class="view" width="640" height="480"></canvas>',
);

export const minimalThree = `
import { AnimationMixer, Clock, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer, Box3, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
const canvas = document.querySelector('canvas');
const renderer = new WebGLRenderer({ canvas, antialias: true });
const scene = new Scene();
scene.add(new HemisphereLight(0xffffff, 0x888888, 2), new DirectionalLight(0xffffff, 2));
const camera = new PerspectiveCamera(32, 640 / 480, 0.01, 1000);
const { scene: model, animations } = await new GLTFLoader().loadAsync('heron.glb');
scene.add(model);
const box = new Box3().setFromObject(model), size = box.getSize(new Vector3()).length();
box.getCenter(camera.position).add(new Vector3(size, size * 0.4, size));
camera.lookAt(box.getCenter(new Vector3()));
const mixer = new AnimationMixer(model), clock = new Clock();
mixer.clipAction(animations[0]).play();
renderer.setAnimationLoop(() => {
  mixer.update(clock.getDelta());
  renderer.render(scene, camera);
  if (!globalThis.firstFrame) { ${done} }
});
`;
