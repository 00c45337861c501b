// Interface of an element for its own scripts: public properties and methods (see viewer.ts).

import type { Report, ReportAction } from '../core/report';

export interface ElementHost extends HTMLElement {
  readonly actions: readonly ReportAction[];
  get action(): string;
  readonly report: Report | null;
  currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  playbackRate: number;
  loop: boolean;
  get overlays(): string;
  set overlays(names: string);
  get controls(): 'none' | 'basic' | 'full';
  play(): Promise<void>;
  pause(): void;
  fit(): void;
  stepFrame(by: number): void;
  cycleAction(by: number): void;
  selectAction(index: number): void;
  toBlob(type?: string): Promise<Blob>;
}
