// The address of the page: what it names is opened and looks as it says, and a link to the view is made of what shows.

import type { PageViewer } from '../viewer/page';
import { iconButton } from './dom';
import type { Files } from './files/index';
import type { Worlds } from './files/worlds';
import type { History } from './history';
import { t } from './language';
import { formatHash, parseHash, type HashState } from './linkState';
import type { StartPage } from './startPage';
import type { ThemeSwitch } from './theme';
import { applyView, gatherView } from './tools/address';
import type { ToolState } from './tools/toolState';

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
