// Source, structure, curves, hierarchy and view are one: what is chosen in any of them is marked in the others.

import type { Issue, Report } from '../../core/report';
import type { Viewer } from '../../viewer/viewer';
import type { CurvesPanel } from '../curves/panel';
import type { InspectorPanels } from '../inspectorPanels';
import type { Structure } from '../structure';
import { GoTo } from './goto';
import { Marker } from './marker';
import { thingOf } from './paths';
import { Things } from './elementSelection';

export interface LinkedParts {
  inspectors: InspectorPanels;
  structure: Structure;
  curves: CurvesPanel;
  select(node: number): void;
  open(panel: string): void;
}

export class SourceLink {
  private readonly things: Things;
  private readonly goTo: GoTo;
  private report: Report | undefined;

  constructor(
    viewer: Viewer,
    stage: HTMLElement,
    private readonly parts: LinkedParts,
  ) {
    const { inspectors, structure, curves } = parts,
      { source } = inspectors;
    this.things = new Things(viewer, {
      select: (node) => parts.select(node),
      key: (action, curve, key) => void curves.reveal(action, curve, key),
      mark: (places, show) => void source.mark(places, show),
    });
    this.goTo = new GoTo((thing) => void this.things.choose(thing));
    this.things.onChange = (thing) => this.goTo.select(thing);
    new Marker(viewer, stage);
    source.add(this.goTo.element);
    source.onCursor = (file, offset) => void this.things.chooseAt(file, offset);
    structure.onCursor = (file, offset) => void this.things.chooseAt(file, offset);
    inspectors.materials.onSource = (source, line, offset) =>
      void inspectors.go({ code: '', severity: 2, message: '', source, line, column: 1, offset }, parts.open);
    curves.onKey = (action, curve, index) => void this.choose(action, curve, index);
  }

  show(report: Report): void {
    this.report = report;
    this.things.show(report);
    this.goTo.show(report);
  }

  /** A node was selected, wherever. */
  selected(node: number): void {
    this.things.selected(node);
  }

  /** The place of a message in its file, and what it speaks of in the view. */
  async go(issue: Issue): Promise<void> {
    const { inspectors, open } = this.parts;
    await inspectors.go(issue, open);
    const thing = this.report && thingOf(this.report, issue);
    if (thing) {
      await this.things.choose(thing, true, false);
    } else if (issue.offset !== undefined) {
      await this.things.chooseAt(issue.source, issue.offset);
    }
  }

  /** The lines or bytes of a node. */
  async showNode(index: number): Promise<void> {
    if (index < 0) return;
    this.parts.open('source');
    await this.things.choose({ kind: 'node', index }, false);
  }

  /** A vertex of the mesh of a node. */
  vertex(node: number, index: number): void {
    this.things.vertex(node, index);
  }

  private choose(action: number, curve: number, index: number): Promise<void> {
    return this.things.choose({ kind: 'key', action, curve, index }, false);
  }
}
