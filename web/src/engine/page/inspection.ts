// Questions of the panels about a document: curves, records, source ranges, fixes, statistics, health, images.

import { ask } from '../../core/ask';
import { curvePicture, keyTimes, patchOf } from '../../core/fullCore';
import { readBytes } from '../documents';
import type { Feature, Host } from '../feature';
import { takeStatistics, texturePicture, uvLayout } from '../analysis/meshAnalysis';
import { GpuMemory } from '../analysis/gpuMemory';

export const inspection = (host: Host): Feature => ({
  count: (gl) => new GpuMemory(gl),
  handlers: {
    curveList: ({ loaded }, { action }) => loaded && ask(loaded.document, 'curveList', { action }),
    curvePicture({ loaded }, { action, query }, handOver) {
      const picture = loaded && curvePicture(loaded.document, action, query);
      if (picture) handOver(...Object.values(picture).map(({ buffer }: { buffer: ArrayBuffer }) => buffer));
      return picture;
    },
    record: ({ loaded }, { file, offset }) =>
      (loaded && ask(loaded.document, 'mapRecord', { file, offset })) ?? undefined,
    // A file may have gone away since it was chosen: then it has no bytes.
    async bytes({ loaded }, { file, offset, length }, handOver) {
      const part = await readBytes(loaded?.sources ?? [], file, offset, length).catch(() => new ArrayBuffer(0));
      handOver(part);
      return new Uint8Array(part);
    },
    statistics: (session) => takeStatistics(session, host.gpuMemory!),
    async texture({ loaded }, { texture }, handOver) {
      // It may show before its images.
      await loaded?.complete.catch(() => undefined);
      const picture = loaded && (await texturePicture(host.draws().gl, loaded, texture));
      if (picture?.preview) handOver(picture.preview.rgba.buffer);
      return picture;
    },
    uvLayout({ loaded }, { mesh, layer }, handOver) {
      const layout = loaded && uvLayout(loaded, mesh, layer);
      if (layout) handOver(layout.indices.buffer, layout.uv.buffer);
      return layout;
    },
    places: (session, { thing }) => host.cores.ask(session, (document) => ask(document, 'places', { thing })),
    placeAt: (session, { file, offset }) =>
      host.cores.ask(session, (document) => ask(document, 'at', { file, offset }) ?? undefined),
    fixes: (session, { files }) => host.cores.ask(session, (document) => ask(document, 'fixes', {}), files),
    async patch(session, { file, codes, files }, handOver) {
      const patch = await host.cores.ask(session, (document) => patchOf(document, file, codes), files);
      if (patch) handOver(patch.bytes.buffer as ArrayBuffer);
      return patch;
    },
    vertex(session, { mesh, vertex }) {
      const { renderModel, playback } = session;
      if (!renderModel) return undefined;
      const { document, model, skeleton } = renderModel,
        instance = model.instances.findIndex(({ node }) => skeleton.nodes[node]?.mesh === mesh);
      session.pose(renderModel, playback.time, 'cpu');
      return (instance >= 0 && ask(document, 'vertex', { instance, vertex })) || undefined;
    },
    health(session, { action }) {
      session.dirty = true;
      return (session.loaded && ask(session.loaded.document, 'health', { action })) ?? undefined;
    },
    keyTimes({ loaded }, { action, node }, handOver) {
      const times = loaded && keyTimes(loaded.document, action, node);
      if (times) handOver(times.buffer);
      return times;
    },
  },
});
