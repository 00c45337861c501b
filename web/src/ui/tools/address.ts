// Between the view and the address: gathers everything that is shown, and restores a view from an address.

import type { PageViewer } from '../../viewer/page';
import { hashParts, type HashState } from '../linkState';
import { allOverlays, type ToolState } from './toolState';

/** How the view is, without where the files came from and which panels are open. */
export function gatherView(viewer: PageViewer, toolState: ToolState): Omit<HashState, 'src'> {
  const { settings, playback, shown, read } = viewer,
    { pose } = viewer.camera,
    { hidden, isolated, section, measure } = toolState.tools;
  const action = shown?.report.info.actions[playback?.action ?? -1]?.name;
  const off = (['textures', 'lamps'] as const).filter((name) => !settings[name]);
  const play: NonNullable<HashState['play']> = {
    ...(playback && playback.speed !== 1 && { speed: playback.speed }),
    ...(playback?.loop === false && { loop: false }),
    ...(playback?.closeLoop && { closeLoop: true }),
    ...(playback?.pingPong && { pingPong: true }),
    ...(playback && playback.rootMotion !== 'keep' && { rootMotion: playback.rootMotion }),
    ...(playback?.range && { range: playback.range }),
    ...(playback && playback.crossfade > 0 && { crossfade: playback.crossfade }),
  };
  const more = Object.fromEntries(
    hashParts.flatMap(({ name, write }) => {
      const value = write();
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    ...(action !== undefined ? { action } : playback?.action === -1 && shown && { action: '' }),
    ...(playback?.playing === false && playback.duration > 0 && { time: viewer.clock.time }),
    camera: {
      yaw: pose.yaw,
      pitch: pose.pitch,
      distance: pose.distance,
      target: pose.target,
      ...(pose.orthographic && { orthographic: true as const }),
    },
    overlays: allOverlays.filter((name) => toolState.has(name)),
    ...(settings.selectedNode >= 0 && { node: settings.selectedNode }),
    ...(settings.cameraNode >= 0 && { through: settings.cameraNode }),
    ...(hidden.length > 0 && { hidden: [...hidden] }),
    ...(isolated >= 0 && { isolated }),
    ...(section && { section }),
    ...(measure.length > 0 && { measure: [...measure] }),
    ...(settings.shading.kind !== 'material' && { shading: settings.shading }),
    ...(off.length > 0 && { off }),
    ...(Object.keys(play).length > 0 && { play }),
    ...(Object.values(read).some((value) => value !== undefined) && { read }),
    ...(Object.keys(more).length > 0 && { more }),
  };
}

/** After the document is there. `select` is the page's own way, which updates every panel. */
export function applyView(
  viewer: PageViewer,
  toolState: ToolState,
  state: HashState,
  select: (node: number) => void,
): void {
  const nodes = toolState.nodes.length,
    there = (node: number | undefined): node is number => node !== undefined && node < nodes;
  const { hidden, isolated, section, measure, shading, off, play, camera, time } = state;
  if (state.overlays) toolState.setOverlays(state.overlays, false);
  if (shading) viewer.set({ shading });
  if (off) viewer.set({ textures: !off.includes('textures'), lamps: !off.includes('lamps') });
  if (nodes > 0) {
    toolState.set({
      ...(hidden && { hidden: hidden.filter(there) }),
      ...(there(isolated) && { isolated }),
      ...(section && { section }),
      ...(measure && { measure }),
    });
    if (there(state.node)) select(state.node);
    if (there(state.through) && toolState.nodes[state.through]?.camera !== undefined)
      viewer.set({ cameraNode: state.through });
  }
  const { playback } = viewer;
  if (play && playback) {
    const { loop = playback.loop, closeLoop = playback.closeLoop, rootMotion = playback.rootMotion } = play;
    viewer.change({ set: 'options', loop, closeLoop, rootMotion });
    if (play.speed !== undefined) viewer.change({ set: 'speed', speed: play.speed });
    const { pingPong, range, crossfade } = play;
    viewer.change({
      set: 'run',
      ...(pingPong !== undefined && { pingPong }),
      ...(range && { range }),
      ...(crossfade !== undefined && { crossfade }),
    });
  }
  for (const part of hashParts) if (state.more?.[part.name] !== undefined) part.read(state.more[part.name]);
  if (time !== undefined) {
    viewer.change({ set: 'playing', playing: false });
    viewer.change({ set: 'time', time });
  }
  if (camera) {
    viewer.camera.set({ ...viewer.camera.pose, ...camera, orthographic: camera.orthographic === true });
    viewer.move();
  }
}
