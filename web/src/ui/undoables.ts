// What of the document and the view can be undone: camera, light, background, overlays, nodes out of sight, section, distance, rotations,
// annotations, the second document, and instances.

import type { Note } from '../core/annotations';
import type { Vec4 } from '../core/report';
import { type CameraPose, type ViewSettings, defaultSettings } from '../protocol/view';
import { defaultTools, type LightSettings, type ToolSettings } from '../protocol/tools';
import type { PageViewer } from '../viewer/page';
import type { Played } from './compare/instances';
import type { Compare, Second } from './compare/panel';
import type { History } from './history';
import { type BackdropChoice, defaultBackdrop } from './tools/light';
import type { Toolbox } from './tools/toolBox';
import type { ToolState } from './tools/toolState';

type Shown = Pick<ViewSettings, 'overlays' | 'textures' | 'lamps' | 'shading'>;
const shownOf = ({ overlays, textures, lamps, shading }: ViewSettings): Shown => ({
  overlays,
  textures,
  lamps,
  shading,
});

type Tools = Pick<ToolSettings, 'overlays' | 'hidden' | 'isolated' | 'section' | 'measure'>;
/** Annotations and the light are parts of their own. */
const toolsOf = ({ overlays, hidden, isolated, section, measure }: ToolSettings): Tools => ({
  overlays,
  hidden,
  isolated,
  measure,
  ...(section && { section }),
});

/** A view that the user has chosen, wherever panels cover the stage, and the camera of the document that is looked through. */
interface Look {
  pose?: Omit<CameraPose, 'offset'>;
  through: number;
}

function lookOf(viewer: PageViewer): Look {
  const { touched, settings, camera } = viewer,
    { target, yaw, pitch, distance, fovY, orthographic } = camera.goal;
  return {
    through: settings.cameraNode,
    ...(touched && { pose: { target, yaw, pitch, distance, fovY, orthographic } }),
  };
}

/** Tells a history of everything. `bare`: the document has nothing to show but its bones. */
export function recordView(
  history: History,
  viewer: PageViewer,
  toolState: ToolState,
  { notes, light, views: { turntable } }: Toolbox,
  compare: Compare,
  bare: () => boolean,
): void {
  let look = lookOf(viewer);
  history.add({
    // What the turntable does is nobody's hand.
    read: () => (look = turntable.on ? look : lookOf(viewer)),
    write: ({ pose, through }: Look) => {
      turntable.set(false);
      viewer.set({ cameraNode: through });
      if (pose) {
        viewer.camera.go(pose);
        viewer.move();
      } else {
        viewer.touched = false;
        viewer.camera.setOrthographic(false);
        viewer.frameAgain(false);
      }
    },
    initial: { through: -1 } satisfies Look,
  });
  history.add({
    read: () => light.choice,
    write: (choice: LightSettings | undefined) => light.restore(choice),
    initial: undefined,
  });
  history.add({
    read: () => light.backdrop.choice,
    write: (choice: BackdropChoice) => light.backdrop.restore(choice),
    initial: defaultBackdrop,
  });
  history.add({
    read: () => shownOf(viewer.settings),
    write: (shown: Shown) => viewer.set(shown),
    get initial() {
      const shown = shownOf(defaultSettings);
      return { ...shown, overlays: { ...shown.overlays, skeleton: bare() } };
    },
  });
  history.add({
    read: () => toolsOf(toolState.tools),
    write: ({ section, ...tools }: Tools) => {
      const now = { ...toolState.tools, ...tools };
      delete now.section;
      toolState.replace({ ...now, ...(section && { section }) });
    },
    initial: toolsOf(defaultTools),
  });
  history.add({
    read: () => viewer.rotationOverrides.rotations,
    write: (rotations: ReadonlyMap<number, Vec4>) => {
      viewer.rotationOverrides.rotate(-1, null);
      for (const [node, rotation] of rotations) viewer.rotationOverrides.rotate(node, rotation);
    },
    initial: new Map(),
  });
  history.add({
    read: () => notes.notes,
    write: (all: readonly Note[]) => notes.set(all),
    get initial() {
      return notes.own;
    },
  });
  history.add({
    read: () => compare.second,
    write: (second: Second | undefined) => compare.restoreSecond(second),
    initial: undefined,
  });
  history.add({
    read: () => compare.instances.played,
    write: (played: readonly Played[]) => compare.instances.restorePlayed(played),
    initial: [],
  });
  for (const name of ['settings', 'rotations'] as const) viewer.on(name, history.changed);
  viewer.on('camera', () => {
    if (!turntable.on) history.changed();
  });
  toolState.onChange(history.changed);
  notes.onChange = compare.onChange = compare.instances.onChange = history.changed;
  addEventListener('pointerdown', () => history.hold(true), true);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, () => history.hold(false), true);
  // The window, not what has the focus in it.
  addEventListener('blur', () => history.hold(false));
}
