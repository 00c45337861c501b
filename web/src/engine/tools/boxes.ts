// The box that the file states and the one its vertices have, beside each other.

import { storedBounds } from '../../core/fullCore';
import * as m from '../../core/math';
import type { Bounds, Vec3 } from '../../core/report';
import type { ToolResults, ToolSettings } from '../../protocol/tools';
import type { Color, Shapes } from '../gl/overlayGeometry';
import type { RenderModel } from '../renderModel';
import type { Labels } from './labels';

function storedBox({ document, report }: RenderModel, time: number): Bounds | undefined {
  const frame = storedBounds(document, time);
  if (frame) return frame;
  const { box } = (report.info.format ?? {}) as { box?: Bounds };
  return box && [...box.min, ...box.max].every(Number.isFinite) ? box : undefined;
}

const kTrue: Color = [0.42, 0.8, 0.3, 0.95];
const kStored: Color = [1, 0.45, 0.35, 0.95];

export class Boxes {
  collect(
    shapes: Shapes,
    labels: Labels,
    renderModel: RenderModel,
    time: number,
    words: ToolSettings['words'],
  ): NonNullable<ToolResults['boxes']> {
    const { document, worldFromFile } = renderModel,
      bounds = document.bounds(),
      stored = storedBox(renderModel, time);
    const draw = (box: Bounds | undefined, color: Color, word: string, corner: Vec3 | undefined): void => {
      if (!box || !corner) return;
      const world = m.transformBounds(worldFromFile, box);
      shapes.box(world.min, world.max, color);
      labels.add(word, corner, worldFromFile, 'plain');
    };
    draw(bounds, kTrue, words.bounds, bounds?.max);
    draw(stored, kStored, words.stored, stored && [stored.min[0], stored.max[1], stored.max[2]]);
    return { ...(stored && { stored }), ...(bounds && { bounds }) };
  }
}
