// The page's tools: their script is fetched when a viewer first asks for them; what they read from pictures, marks on the
// model, and pictures of any size: a part of one is the same view through a window.

import * as m from '../../core/math';
import { defaultTools, type Shot } from '../../protocol/tools';
import type { CameraPose, FrameInfo, ViewSettings } from '../../protocol/view';
import type { Feature, Host } from '../feature';
import type { SessionHooks } from '../hooks';
import { markPoints } from '../points';
import type { FrameInputs } from '../renderModel';
import type { Session } from '../session';
import { fetchToolHost, type MakeToolHost, type Part, type ToolHost } from '../tools/toolHost';
import { localOf } from './rotationOverrides';

/** Edge of the parts that a large picture is drawn in. */
const kPartPixels = 1024;

class ToolHooks implements SessionHooks {
  constructor(
    private readonly session: Session,
    private readonly toolHost: () => ToolHost | undefined,
  ) {}

  needsPositions(): boolean {
    return this.toolHost()?.needsPositions(this.session.settings) ?? false;
  }

  picture(picture: FrameInputs): FrameInputs {
    const { renderModel, settings } = picture,
      toolHost = settings.tools && this.toolHost();
    return renderModel && toolHost ? { ...picture, toolEffects: toolHost.arrange(picture, renderModel) } : picture;
  }

  readings({ path, view }: FrameInputs): Partial<FrameInfo> {
    const { renderModel, settings } = this.session,
      node = settings.selectedNode,
      tools = settings.tools && renderModel && this.toolHost()?.readings(),
      marks = renderModel && markPoints(renderModel, settings.marked, path, view);
    const local = tools && renderModel.skeleton.nodes[node] ? Array.from(localOf(renderModel, node)) : undefined;
    return { ...(tools && { tools }), ...(local && { selectedLocal: local }), ...(marks && { marks }) };
  }
}

/** Parts of a large picture of this moment, whatever plays in between. */
function freeze(
  session: Session,
): (of: Pick<Shot, 'background' | 'overlays'> & { camera: CameraPose; pixelRatio: number; part: Part }) => FrameInputs {
  const { renderModel, playback, settings, camera } = session,
    { time, cycleTime } = playback,
    path = session.choosePath();
  return ({ background, overlays, camera: from, pixelRatio, part }) => {
    if (session.renderModel !== renderModel || session.disposed) throw new Error('DOCUMENT_DISPOSED');
    if (renderModel) session.pose(renderModel, time, path);
    const whole = session.picture(path, {
      width: part.ofWidth,
      height: part.ofHeight,
      pixelRatio,
      settings: { ...(overlays ? settings : bare(settings)), background, rotationGizmo: false },
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
  let make: MakeToolHost | undefined,
    asked = false,
    came = false;
  const equip = (): void => {
    const { renderer } = host;
    if (!renderer || ![...host.sessions.values()].some(({ settings }) => settings.tools)) return;
    if (came) renderer.toolHost ??= make?.(host.draws().gl, renderer.programs);
    if (asked) return;
    asked = true;
    void fetchToolHost().then((fetched) => {
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
    session: (session) => new ToolHooks(session, () => host.renderer?.toolHost),
    handlers: {
      async shoot(session, { shot, camera, pixelRatio }) {
        const { renderer } = host;
        if (!renderer?.toolHost) return { error: 'GL_MISSING' };
        const frame = freeze(session),
          { canvas } = host.draws();
        try {
          const blob = await renderer.toolHost.shoot(shot, kPartPixels, (part) => {
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

function partOf(picture: FrameInputs, { x, y, width, height, ofWidth, ofHeight }: Part): FrameInputs {
  const share = [width / ofWidth, height / ofHeight] as const;
  const middle = [(2 * x + width) / ofWidth - 1, 1 - (2 * y + height) / ofHeight] as const;
  const zoom = m.identity();
  zoom[0] = 1 / share[0];
  zoom[5] = 1 / share[1];
  zoom[12] = -middle[0] / share[0];
  zoom[13] = -middle[1] / share[1];
  const clipFromWorld = m.multiply(zoom, picture.view.clipFromWorld);
  return {
    ...picture,
    width,
    height,
    view: { ...picture.view, clipFromWorld },
    window: [...middle, ...share],
  };
}
