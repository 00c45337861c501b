// Problems of the shown action, with links to their frames. The core checks it only while the panel is open.

import { fill } from '../../base/lists';
import type { ActionHealth } from '../../core/health';
import type { Viewer } from '../../viewer/viewer';
import { h } from '../dom';
import { countOf, fixed, t } from '../language';
import { numberText } from '../words';

interface Finding {
  text: string;
  /** Where to look; undefined = everywhere. */
  time?: number;
  node?: number;
  /** Set for findings of many nodes: more than a few become one line. */
  kind?: 'flips' | 'frozen';
}

/** More findings of a kind than these are one line. */
const kMostLines = 3;

/** In the order of what is seen first. */
export function findingsOf(
  { seam, flips, frozen, bounds }: ActionHealth,
  duration: number,
  name: (node: number) => string,
): Finding[] {
  const out: Finding[] = [];
  if (seam && !seam.closed) {
    const turned = seam.angle > seam.allowed.angle && (seam.distance ?? Infinity) <= seam.allowed.distance,
      node = turned ? seam.angleNode : seam.node;
    out.push({
      text: turned
        ? t('The loop does not close: {name} ends rotated by {angle}°, more than {allowed}°.', {
            name: name(node ?? -1),
            angle: fixed(seam.angle, 1),
            allowed: fixed(seam.allowed.angle, 0),
          })
        : t('The loop does not close: {name} ends {distance} from its start, more than {allowed}.', {
            name: name(node ?? -1),
            distance: numberText(seam.distance),
            allowed: numberText(seam.allowed.distance),
          }),
      time: duration,
      ...(node !== null && { node }),
    });
  }
  if (bounds && bounds.outside > 0) {
    const { largest } = bounds;
    out.push({
      text: t(
        '{outside} of {checked} frames exceed their stored bounds, at most by {excess} ({side} {axis}, frame {frame}).',
        {
          outside: bounds.outside,
          checked: bounds.checked,
          excess: numberText(largest.excess),
          side: largest.side,
          axis: largest.axis,
          frame: largest.frame + 1,
        },
      ),
      time: largest.time,
    });
  }
  for (const { node, name: own, time, dot } of flips.list)
    out.push({
      text: t('{name}: quaternion sign flips at {time} s (dot product {dot}).', {
        name: own,
        time: fixed(time, 3),
        dot: fixed(dot, 3),
      }),
      kind: 'flips',
      time,
      ...(node !== null && { node }),
    });
  if (flips.count > flips.list.length)
    out.push({ kind: 'flips', text: t('And {count} more sign flips.', { count: flips.count - flips.list.length }) });
  for (const { node, name: own, channels, whole } of frozen.list) {
    const values = { name: own || '–', channels: channels.join(', ') };
    out.push({
      text: whole
        ? t('{name}: has keys but never moves ({channels}).', values)
        : t('{name}: has keys but never changes: {channels}.', values),
      kind: 'frozen',
      ...(node !== null && { node }),
    });
  }
  if (frozen.count > frozen.list.length)
    out.push({
      kind: 'frozen',
      text: t('And {count} more channels that never change.', { count: frozen.count - frozen.list.length }),
    });
  return out;
}

export class Health {
  readonly element: HTMLElement;
  private readonly list = h('ul', { class: 'health-list' });
  private readonly note = h('p', { class: 'quiet', attributes: { role: 'status' } });
  private open = false;
  private asked = '';
  private request = 0;

  /** `marks` are the times of findings; `go` leads to one. */
  constructor(
    private readonly viewer: Viewer,
    private readonly marks: (times: number[]) => void,
    private readonly go: (finding: Finding) => void,
    private readonly name: (node: number) => string,
  ) {
    this.element = h(
      'section',
      { class: 'health', attributes: { 'aria-label': t('Checks of the action') } },
      h('h3', { text: t('Checks of the action') }),
      this.note,
      this.list,
    );
    viewer.on('playback', () => this.look());
    viewer.on('loaded', () => {
      this.asked = '';
      this.look();
    });
  }

  setOpen(open: boolean): void {
    this.open = open;
    this.look();
  }

  private look(): void {
    const { viewer } = this,
      action = viewer.playback?.action ?? -1,
      what = `${action}`;
    if (what === this.asked) return;
    this.marks([]);
    this.list.replaceChildren();
    this.note.textContent = '';
    this.asked = this.open ? what : '';
    if (!this.open) return;
    if (action < 0) {
      this.note.textContent = t('Choose an action to check.');
      return;
    }
    const request = ++this.request;
    this.note.textContent = t('Checking…');
    void viewer.ask('health', { action }).then((health) => {
      if (request === this.request && health) this.show(health);
    });
  }

  private line(finding: Finding): HTMLElement {
    return h(
      'li',
      {},
      finding.time === undefined && finding.node === undefined
        ? h('span', { text: finding.text })
        : h('button', {
            class: 'health-finding',
            text: finding.text,
            attributes: { type: 'button' },
            on: { click: () => this.go(finding) },
          }),
    );
  }

  private show(health: ActionHealth): void {
    const duration = this.viewer.playback?.duration ?? 0,
      findings = findingsOf(health, duration, this.name);
    this.note.textContent =
      findings.length === 0
        ? t('No problems found: the loop closes, no quaternion sign flips, and all keys have an effect.')
        : countOf(findings.length, 'finding');
    const counts = { flips: health.flips.count, frozen: health.frozen.count },
      single = findings.filter(({ kind }) => !kind || counts[kind] <= kMostLines);
    const grouped = (['flips', 'frozen'] as const).filter((kind) => counts[kind] > kMostLines);
    fill(this.list, [
      ...single.map((finding) => this.line(finding)),
      ...grouped.map((kind) =>
        h(
          'li',
          {},
          h(
            'details',
            { class: 'health-group' },
            h('summary', {
              text:
                kind === 'flips'
                  ? t('{count} quaternion sign flips', { count: counts.flips })
                  : t('{count} nodes have keys but never change', { count: counts.frozen }),
            }),
            h('ul', {}, ...findings.filter((finding) => finding.kind === kind).map((finding) => this.line(finding))),
          ),
        ),
      ),
    ]);
    this.marks(findings.flatMap(({ time }) => (time === undefined ? [] : [time])));
  }
}
