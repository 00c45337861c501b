// The viewer of the application: with what its panels need beyond showing.

import type { EngineClient } from './client';
import { Clock } from './clock';
import { Loads } from './loads';
import type { SteeredViewer } from './memory';
import { RotationOverrides } from './rotationOverrides';
import { Viewer, type ViewerOptions } from './viewer';

export interface PageViewer extends SteeredViewer {
  readonly loads: Loads;
}

export function pageViewer(client: EngineClient, host: HTMLElement, options: ViewerOptions): PageViewer {
  const viewer = new Viewer(client, host, options);
  const steered = Object.assign(viewer, { rotationOverrides: new RotationOverrides(viewer), clock: new Clock(viewer) });
  const page = Object.assign(steered, { loads: new Loads(steered) });
  viewer.parts.push(page.rotationOverrides, page.clock, page.loads);
  return page;
}
