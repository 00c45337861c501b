// The address of the page: what it names is opened and looks as it says, and a link to the view is made of what shows.

import type { PageViewer } from '../viewer/page';
import { iconButton } from './dom';
import type { Files } from './files/index';
import type { Worlds } from './files/worlds';
import type { History } from './history';
import { t } from './language';
import { formatHash, hashParts, type HashState, parseHash } from './linkState';
import type { StartPage } from './startPage';
import type { ThemeSwitch } from './theme';
import { allOverlays, type ToolState } from './tools/toolState';

/** How the view is, without where the files came from and which panels are open. */
function gatherView(viewer: PageViewer, toolState: ToolState): Omit<HashState, 'src'> {
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
function applyView(viewer: PageViewer, toolState: ToolState, state: HashState, select: (node: number) => void): void {
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

/** Time for which the answer of a button shows, in ms. */
const kSaidMs = 3000;

/** A world or a song that shows. */
export interface ShownRoom {
  readonly time: number;
  readonly link?: Record<string, string>;
}

interface LinkHost {
  readonly viewer: PageViewer;
  readonly toolState: ToolState;
  readonly files: Files;
  readonly worlds: Worlds;
  readonly start: StartPage;
  readonly theme: ThemeSwitch;
  readonly history: History;
  room(): ShownRoom | undefined;
  /** Names of the panels that are open. */
  openPanels(): readonly string[];
  openPanel(name: string): void;
  select(node: number): void;
  say(text: string): void;
}

/** How files are opened that an address names. */
const openingOf = ({ action, time, read }: HashState) => ({
  ...(action !== undefined && { action }),
  ...(time !== undefined && { play: false, time }),
  ...(read && { read }),
});

export class Links {
  readonly button = iconButton('share', t('Copy a link to this view'), () => void this.share(), { class: 'share' });

  constructor(private readonly host: LinkHost) {
    addEventListener('hashchange', () => void this.open(parseHash(location.hash)));
  }

  /** Files that are followed: neither samples nor a copy for days without a network, as long as they are served. */
  async follow(live: URL, state: HashState): Promise<void> {
    await this.host.files.follow(live, openingOf(state));
    await this.open({ ...state, src: [] });
  }

  async open(state: HashState): Promise<void> {
    const { viewer, toolState, files, start, history } = this.host,
      { src, action, time, theme } = state;
    if (theme) this.host.theme.force(theme);
    if (src.length > 0 && src.join() !== files.sources.join()) {
      void start.showPoster(src[0]!);
      await files.fetch(src, openingOf(state));
      start.endPoster();
      if (src.join() !== files.sources.join()) return;
    } else if (src.length > 0) {
      // Back before another one has come.
      files.cancel();
    }
    const shownRoom = this.host.room();
    if (shownRoom) {
      const { room } = this.host.worlds;
      if (!room || shownRoom !== room) return;
      room.restore(state.more ?? {});
      if (time !== undefined) room.seek(time);
      return;
    }
    const { shown } = viewer;
    if (action !== undefined && shown) {
      const wanted = shown.report.info.actions.findIndex(({ name }) => name === action);
      if (wanted !== viewer.playback?.action) viewer.change({ set: 'action', action: wanted });
    }
    applyView(viewer, toolState, state, (node) => this.host.select(node));
    history.begin();
    if (state.panel !== undefined) for (const panel of state.panel.split(',')) this.host.openPanel(panel);
  }

  private async share(): Promise<void> {
    const { viewer, toolState, files, theme } = this.host,
      panels = this.host.openPanels(),
      room = this.host.room();
    const hash = formatHash({
      src: files.sources,
      ...(room ? { time: room.time, ...(room.link && { more: room.link }) } : gatherView(viewer, toolState)),
      ...(panels.length > 0 && { panel: panels.join(',') }),
      ...(theme.forced && { theme: theme.forced }),
    });
    history.replaceState(undefined, '', `#${hash}`);
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    const said = files.sources.length > 0 ? t('Link copied.') : t('Link copied. It contains the view, not your files.');
    this.host.say(said);
    // Also where the hand is.
    this.button.dataset.said = said;
    setTimeout(() => delete this.button.dataset.said, kSaidMs);
  }
}
