// The page's tools: their script is fetched when a viewer first asks for them; what they read from pictures, marks on the
// model, and pictures of any size.

import type { CameraPose } from '../../protocol/camera';
import { defaultTools, type Shot } from '../../protocol/tools';
import type { FrameInfo, ViewSettings } from '../../protocol/view';
import type { Picture } from '../exhibit';
import type { Feature, Host } from '../feature';
import type { SessionHooks } from '../hooks';
import { markPoints } from '../marks';
import type { Session } from '../session';
import { type Bench, fetchBench, type MakeBench, type Part } from '../tools/bench';
import { partOf } from '../tools/part';
import { localOf } from './turning';

/** Edge of the parts that a large picture is drawn in. */
const kPartPixels = 1024;

class ToolHooks implements SessionHooks {
  constructor(
    private readonly session: Session,
    private readonly bench: () => Bench | undefined,
  ) {}

  needsPositions(): boolean {
    return this.bench()?.needsPositions(this.session.settings) ?? false;
  }

  picture(picture: Picture): Picture {
    const { exhibit, settings } = picture,
      bench = settings.tools && this.bench();
    return exhibit && bench ? { ...picture, arrangement: bench.arrange(picture, exhibit) } : picture;
  }

  readings({ path, view }: Picture): Partial<FrameInfo> {
    const { exhibit, settings } = this.session,
      node = settings.selectedNode,
      tools = settings.tools && exhibit && this.bench()?.readings(),
      marks = exhibit && markPoints(exhibit, settings.marked, path, view);
    const local = tools && exhibit.skeleton.nodes[node] ? Array.from(localOf(exhibit, node)) : undefined;
    return { ...(tools && { tools }), ...(local && { selectedLocal: local }), ...(marks && { marks }) };
  }
}

/** Parts of a large picture of this moment, whatever plays in between. */
function freeze(
  session: Session,
): (of: Pick<Shot, 'background' | 'overlays'> & { camera: CameraPose; pixelRatio: number; part: Part }) => Picture {
  const { exhibit, playback, settings, camera } = session,
    { time, cycleTime } = playback,
    path = session.choosePath();
  return ({ background, overlays, camera: from, pixelRatio, part }) => {
    if (session.exhibit !== exhibit || session.disposed) throw new Error('DOCUMENT_DISPOSED');
    if (exhibit) session.pose(exhibit, time, path);
    const whole = session.picture(path, {
      width: part.ofWidth,
      height: part.ofHeight,
      pixelRatio,
      settings: { ...(overlays ? settings : bare(settings)), background, turning: false },
      camera: settings.cameraNode >= 0 ? camera : from,
    });
    return partOf({ ...whole, time: cycleTime }, part);
  };
}

/** The model alone: cut and hidden as it is, without anything drawn over it. */
function bare(settings: ViewSettings): ViewSettings {
  const { overlays, tools } = settings,
    { hidden } = overlays;
  const none = Object.fromEntries(Object.keys(overlays).map((name) => [name, false])) as typeof overlays;
  return {
    ...settings,
    selectedNode: -1,
    overlays: { ...none, hidden },
    ...(tools && { tools: { ...tools, overlays: defaultTools.overlays, measure: [] } }),
  };
}

export function tools(host: Host): Feature {
  let make: MakeBench | undefined,
    asked = false,
    came = false;
  const equip = (): void => {
    const { renderer } = host;
    if (!renderer || ![...host.sessions.values()].some(({ settings }) => settings.tools)) return;
    if (came) renderer.bench ??= make?.(host.draws().gl, renderer.programs);
    if (asked) return;
    asked = true;
    void fetchBench().then((fetched) => {
      came = true;
      make = fetched;
      equip();
      for (const session of host.sessions.values()) session.dirty = true;
      host.requestFrame();
    });
  };
  return {
    equip,
    coming: ({ settings }) => settings.tools !== undefined && !came,
    session: (session) => new ToolHooks(session, () => host.renderer?.bench),
    handlers: {
      async shoot(session, { shot, camera, pixelRatio }) {
        const { renderer } = host;
        if (!renderer?.bench) return { error: 'GL_MISSING' };
        const frame = freeze(session),
          { canvas } = host.draws();
        try {
          const blob = await renderer.bench.shoot(shot, kPartPixels, (part) => {
            const picture = frame({ ...shot, camera, pixelRatio, part });
            canvas.width = part.width;
            canvas.height = part.height;
            renderer.draw(picture);
          });
          return { blob };
        } catch (error) {
          return { error: error instanceof Error ? error.message : String(error) };
        } finally {
          session.dirty = true;
        }
      },
    },
  };
}
