// "Use this view as the front": the direction that the user has set as the model's front, remembered for its folder.

import type { Viewer } from '../../viewer/viewer';
import { h } from '../dom';
import { hashParts } from '../linkState';
import { t } from '../language';
import { recall, remember } from '../memory';

const degrees = (angle: number): number => Math.round((angle * 180) / Math.PI);
const radians = (angle: number): number => (angle * Math.PI) / 180;
const keyOf = (file: string): string => `front.${file.slice(0, file.lastIndexOf('/') + 1)}`;

export class Front {
  readonly button: HTMLButtonElement;
  private file = '';

  constructor(
    private readonly viewer: Viewer,
    private readonly say: (text: string) => void,
  ) {
    this.button = h('button', {
      class: 'button small',
      text: t('Use this view as the front'),
      title: t('Remembers this direction as the front of all models in the folder'),
      attributes: { type: 'button' },
      on: { click: () => this.choose() },
    });
    hashParts.push({
      name: 'front',
      write: () => (viewer.camera.front === 0 ? undefined : String(degrees(viewer.camera.front))),
      read: (value) => {
        if (value !== undefined && Number.isFinite(Number(value))) viewer.camera.front = radians(Number(value));
      },
    });
  }

  /** Before the camera is placed: the front of the folder of `file`. */
  show(file: string): void {
    this.file = file;
    this.viewer.camera.front = radians(Number(recall(keyOf(file), '0')) || 0);
  }

  private choose(): void {
    const { camera } = this.viewer,
      turned = degrees(camera.pose.yaw) % 360;
    camera.front = radians(turned);
    remember(keyOf(this.file), String(turned));
    this.say(t('Remembered as the front of the models in this folder.'));
  }
}
