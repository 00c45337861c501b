// The action that a viewer opens with.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { ReportAction } from '../../web/src/core/report';
import { startAction } from '../../web/src/core/startaction';

const action = (name: string, more: Partial<ReportAction> = {}): ReportAction => ({
  name,
  source: `${name}.md5anim`,
  duration: 1,
  frames: 25,
  frameRate: 24,
  curves: 10,
  kind: 'frames',
  playable: true,
  ...more,
});

const starts = (...actions: (string | ReportAction)[]): string | undefined => {
  const list = actions.map((entry) => (typeof entry === 'string' ? action(entry) : entry));
  return list[startAction(list)]?.name;
};

describe('the action that a viewer starts with', () => {
  test('an idle comes before walk and run, whatever the order', () => {
    assert.equal(starts('attack1', 'death_back', 'idle1', 'run', 'walk1'), 'idle1');
    assert.equal(starts('Take_Damage', 'npc_walk', 'npc_run'), 'npc_walk');
    assert.equal(starts('die', 'fire', 'RunForward'), 'RunForward');
  });

  test('a plain idle comes before what only begins or ends with one', () => {
    assert.equal(starts('idle_to_walk', 'walk_to_idle', 'idle'), 'idle');
  });

  test('the way forward comes before those aside and back', () => {
    assert.equal(starts('run E', 'run N', 'run S'), 'run N');
    assert.equal(starts('WalkBack', 'WalkLeft', 'WalkForward'), 'WalkForward');
  });

  test('other languages and ways of writing', () => {
    assert.equal(starts('atak', 'stoi', 'idzie'), 'stoi');
    assert.equal(starts('Angriff', 'Gehen', 'StehenRuhig'), 'StehenRuhig');
    assert.equal(starts('атака', 'ходьба'), 'ходьба');
    assert.equal(starts('ImpStandHit', 'ImpStand'), 'ImpStand');
  });

  test('a word within a word does not count', () => {
    assert.equal(starts('crest', action('brunt', { duration: 3 })), 'brunt');
  });

  test('a pose of one frame is no idle', () => {
    assert.equal(starts(action('idle', { duration: 0, frames: 1 }), 'spin'), 'spin');
  });

  test('without a known name the action with the most motion starts, the first of equals', () => {
    assert.equal(starts('af_pose', action('chant', { duration: 4 }), 'bow'), 'chant');
    assert.equal(starts('a', action('b', { curves: 60 })), 'b');
    assert.equal(starts('a', 'b'), 'a');
  });

  test('what cannot play and what moves a camera is passed over', () => {
    assert.equal(starts(action('idle', { playable: false }), action('stand', { cameraNode: 3 }), 'spin'), 'spin');
    assert.equal(startAction([action('idle', { playable: false })]), -1);
    assert.equal(startAction([]), -1);
  });
});
