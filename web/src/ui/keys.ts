// Keys of the page. Fields keep theirs; what a widget has handled does not arrive here.

import type { OverlayName } from '../protocol/view';
import type { PageViewer } from '../viewer/page';
import type { Timeline } from './timeline/timeline';
import { restsWhilePlacing } from './tools/placing';

const kTurn = 0.12;
const kPanPixels = 40;
const overlayKeys: Record<string, OverlayName> = {
  s: 'skeleton',
  w: 'wireframe',
  n: 'normals',
  b: 'bounds',
  a: 'axes',
  g: 'grid',
  l: 'gizmos',
  o: 'hidden',
};

export interface PageActions {
  open(): void;
  openAddress(): void;
  /** The next document that is open, or the one before; false while there is no other. */
  stepDocument(by: number): boolean;
  help(): void;
  search(): void;
  escape(): void;
  nextCamera(): void;
  toggleCurves(): void;
  toggleCompare(): void;
  addInstance(): void;
  toggleOverlay(name: OverlayName): void;
  /** Degrees for the selected node. */
  rotateNode(): void;
}

export function listenToKeys(viewer: PageViewer, timeline: Timeline, page: PageActions): void {
  const { camera } = viewer;

  /** True when the key meant something. */
  const handle = (event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'o') return false;
      page.open();
      return true;
    }
    if (event.altKey || restsWhilePlacing(event)) return false;
    const onButton =
      (event.target as Element).closest('button, a, summary, [role=treeitem], input[type=checkbox]') !== null;
    switch (event.key) {
      case '?':
        page.help();
        return true;
      case '/':
        page.search();
        return true;
      case 'Escape':
        // Popovers and dialogs close by themselves.
        if (document.querySelector(':popover-open')) return false;
        page.escape();
        return true;
      case ' ':
        if (onButton) return false;
        timeline.toggle();
        return true;
      case ',':
        viewer.clock.step(-1);
        return true;
      case '.':
        viewer.clock.step(1);
        return true;
      case '[':
        timeline.cycle(-1);
        return true;
      case ']':
        timeline.cycle(1);
        return true;
      case 'j':
        timeline.stepKey(-1);
        return true;
      case 'k':
        timeline.stepKey(1);
        return true;
      case '<':
        timeline.options.faster(-1);
        return true;
      case '>':
        timeline.options.faster(1);
        return true;
      case 'A':
        page.addInstance();
        return true;
      case 'C':
        page.toggleCompare();
        return true;
      case 'L':
        timeline.options.toggleLoop();
        return true;
      case 'P':
        timeline.options.togglePingPong();
        return true;
      case 'I':
        timeline.options.rangeFrom();
        return true;
      case 'O':
        timeline.options.rangeTo();
        return true;
      case 'X':
        timeline.options.setRange(null);
        return true;
      case 'H':
        timeline.options.toggleMenu();
        return true;
      case 't':
        viewer.set({ textures: !viewer.settings.textures });
        return true;
      case 'i':
        viewer.set({ lamps: !viewer.settings.lamps });
        return true;
      case 'r':
        page.rotateNode();
        return true;
      case 'c':
        page.nextCamera();
        return true;
      case 'u':
        page.openAddress();
        return true;
      case 'PageUp':
      case 'PageDown':
        // Panels scroll by them.
        return !(event.target as Element).closest('aside') && page.stepDocument(event.key === 'PageUp' ? -1 : 1);
      case 'v':
        page.toggleCurves();
        return true;
    }
    const overlay = overlayKeys[event.key];
    if (overlay) {
      page.toggleOverlay(overlay);
      return true;
    }
    if (!moves(event)) return false;
    viewer.move();
    return true;
  };

  const moves = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const x = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0,
      y = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (x !== 0 || y !== 0) {
      if (shiftKey) camera.pan(-x * kPanPixels, -y * kPanPixels);
      else camera.turn(-x * kTurn, -y * kTurn);
      return true;
    }
    switch (key) {
      case '+':
      case '=':
        camera.zoom(0.85);
        return true;
      case '-':
        camera.zoom(1 / 0.85);
        return true;
      case 'f':
        viewer.fit();
        return true;
      case 'Home':
        viewer.fit(true);
        return true;
      case '5':
        camera.setOrthographic(!camera.pose.orthographic);
        return true;
    }
    return false;
  };

  document.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (target.closest('input:not([type=range]):not([type=checkbox]), select, textarea') && event.key !== 'Escape')
      return;
    if (handle(event)) event.preventDefault();
  });
}
