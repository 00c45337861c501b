// One quiet line while a file on disk cannot be taken as it is, or it is no longer watched.

import { h } from '../dom';
import { t } from '../language';
import { baseName } from '../words';
import type { LiveNote } from '../../core/live';

export class DiskNote {
  readonly element = h('p', { class: 'stage-note disk-note', attributes: { role: 'status', hidden: true } });
  private notes: readonly LiveNote[] = [];
  private connection = '';

  /** Files that wait; none ends it. */
  files(notes: readonly LiveNote[]): void {
    this.notes = notes;
    this.fill();
  }

  /** State of the connection to the disk; empty while it is connected. */
  line(text: string): void {
    this.connection = text;
    this.fill();
  }

  private fill(): void {
    const [first] = this.notes,
      text = this.connection || (first ? noteText(first) : '');
    if (text !== this.element.textContent) this.element.textContent = text;
    this.element.title = this.notes.map(noteText).join('\n');
    this.element.hidden = text === '';
  }
}

function noteText({ file, kind, message }: LiveNote): string {
  const name = baseName(file);
  if (kind === 'gone') return t('{name} is gone; its last version stays', { name });
  return message === ''
    ? t('{name} cannot be read now; its last version stays', { name })
    : t('{name} cannot be read now; its last version stays ({reason})', { name, reason: message });
}
