// Messages between an embedded page and the page around it.

import type { ReadingProperties } from '../core/formats';
import type { ReportAction, Statistics } from '../core/report';
import type { CameraChange } from './attributes';

/** From the embedded page. */
export type EmbedEvent =
  /** It listens. */
  | { type: 'vitrine:ready' }
  | {
      type: 'vitrine:loaded';
      actions: Pick<ReportAction, 'name' | 'duration' | 'frames' | 'frameRate' | 'playable'>[];
      action: string;
      duration: number;
      statistics: Statistics;
    }
  | { type: 'vitrine:time'; time: number; duration: number; action: string; paused: boolean }
  | { type: 'vitrine:error'; code: string; message: string }
  /** The height that suits its width. */
  | { type: 'vitrine:size'; width: number; height: number };

/** Messages to the embedded page; nothing in it asks for all of the above once more. */
export interface EmbedSettings extends Partial<ReadingProperties> {
  src?: string;
  animations?: string;
  textures?: string;
  alt?: string;
  poster?: string;
  action?: string;
  time?: number;
  playing?: boolean;
  loop?: boolean;
  speed?: number;
  controls?: 'none' | 'basic' | 'full';
  overlays?: string;
  background?: string;
  theme?: 'auto' | 'light' | 'dark';
  camera?: Partial<CameraChange>;
}
export type EmbedCommand = { type: 'vitrine:set' } & EmbedSettings;
