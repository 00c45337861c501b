// PlayCanvas with its device without a picture: container, entities and animation are the engine's; the sum over morph targets
// and the four weights of its vertex buffers stands here, as its shader has it.

import * as pc from 'playcanvas';

export const packages = ['playcanvas'];

const canvas = {
  width: 16,
  height: 16,
  style: {},
  addEventListener() {},
  removeEventListener() {},
  getBoundingClientRect: () => ({ left: 0, top: 0, width: 16, height: 16 }),
};
globalThis.document ??= { createElement: () => canvas, addEventListener() {}, removeEventListener() {} };

const { SEMANTIC_POSITION, SEMANTIC_BLENDINDICES, SEMANTIC_BLENDWEIGHT } = pc;

function start() {
  const options = new pc.AppOptions();
  options.graphicsDevice = new pc.NullGraphicsDevice(canvas, {});
  options.componentSystems = [
    pc.RenderComponentSystem,
    pc.AnimComponentSystem,
    pc.CameraComponentSystem,
    pc.LightComponentSystem,
  ];
  options.resourceHandlers = [pc.ContainerHandler, pc.RenderHandler, pc.AnimClipHandler];
  const app = new pc.AppBase(canvas);
  app.init(options);
  return app;
}

const loaded = (app, bytes) =>
  new Promise((resolve, reject) => {
    const contents = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const asset = new pc.Asset('model', 'container', { url: 'model.glb', filename: 'model.glb', contents }, null, {
      morphPreserveData: true,
    });
    asset.once('load', () => resolve(asset.resource));
    asset.once('error', (error) => reject(new Error(String(error))));
    app.assets.add(asset);
    app.assets.load(asset);
  });

export async function open(bytes) {
  const app = start(),
    container = await loaded(app, bytes),
    tracks = container.animations.map(({ resource }) => resource);
  return {
    actions: tracks.length,
    pose(action, time) {
      const entity = container.instantiateRenderEntity();
      app.root.addChild(entity);
      if (action !== undefined) {
        entity.addComponent('anim', { activate: true });
        entity.anim.assignAnimation('move', tracks[action], undefined, 1, false);
        entity.anim.baseLayer.play('move');
        entity.anim.update(0);
        entity.anim.baseLayer.activeStateCurrentTime = time;
        entity.anim.update(0);
      }
      const parts = entity
        .findComponents('render')
        .flatMap(({ meshInstances, entity: owner }) => (owner.enabled ? meshInstances : []));
      const out = parts.map(positionsOf);
      entity.destroy();
      return out;
    },
  };
}

function positionsOf(instance) {
  const { mesh, node, morphInstance, skinInstance } = instance,
    base = [],
    joints = [],
    weights = [];
  const count = mesh.getVertexStream(SEMANTIC_POSITION, base);
  const moved = Float64Array.from(base.slice(0, 3 * count));
  morphInstance?.morph.targets.forEach((target, i) => {
    const weight = morphInstance.getWeight(i),
      { deltaPositions } = target.options;
    if (weight !== 0) deltaPositions.forEach((by, k) => (moved[k] += weight * by));
  });
  const at = new pc.Vec3(),
    out = new Float64Array(3 * count);
  const world = node.getWorldTransform();
  if (!skinInstance) {
    for (let v = 0; v < count; ++v) {
      world.transformPoint(at.set(moved[3 * v], moved[3 * v + 1], moved[3 * v + 2]), at);
      out.set([at.x, at.y, at.z], 3 * v);
    }
    return out;
  }
  mesh.getVertexStream(SEMANTIC_BLENDINDICES, joints);
  mesh.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
  skinInstance._skinUpdateIndex = -1;
  skinInstance._updateMatrices(node, 0);
  const own = new pc.Vec3();
  for (let v = 0; v < count; ++v) {
    const sum = [0, 0, 0];
    own.set(moved[3 * v], moved[3 * v + 1], moved[3 * v + 2]);
    for (let k = 4 * v; k < 4 * v + 4; ++k) {
      if (weights[k] === 0) continue;
      skinInstance.matrices[joints[k]].transformPoint(own, at);
      sum[0] += weights[k] * at.x;
      sum[1] += weights[k] * at.y;
      sum[2] += weights[k] * at.z;
    }
    world.transformPoint(at.set(...sum), at);
    out.set([at.x, at.y, at.z], 3 * v);
  }
  return out;
}
