// The action that a viewer opens with.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { ReportAction } from '../../web/src/core/report';
import { startAction } from '../../web/src/core/startAction';

const action = (name: string, more: Partial<ReportAction> = {}): ReportAction => ({
  name,
  source: `${name}.md5anim`,
  duration: 1,
  frames: 25,
  frameRate: 24,
  firstFrame: 1,
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
    assert.equal(starts('biegnie', action('trafiony', { duration: 9 }), 'idzie'), 'idzie');
    assert.equal(starts('Angriff', 'Gehen', 'StehenRuhig'), 'StehenRuhig');
    assert.equal(starts('атака', 'ходьба'), 'ходьба');
    assert.equal(starts('ImpStandHit', 'ImpStand'), 'ImpStand');
    assert.equal(starts('attacco', 'corsa', 'cammina'), 'cammina');
    assert.equal(starts('ataque', 'parado', 'andar'), 'parado');
    assert.equal(starts('útok', 'chůze', 'stát'), 'stát');
    assert.equal(starts('удар', 'хода', 'спокій'), 'спокій');
    assert.equal(starts('攻撃', '走る', '歩く', '待機'), '待機');
    assert.equal(starts('공격', '걷기'), '걷기');
  });

  test('the game calls running forward, and birds and fish fly and swim', () => {
    assert.equal(starts('backward', 'forward', 'jump', 'lag'), 'forward');
    assert.equal(starts('attack', 'fly', action('land', { duration: 3 })), 'fly');
  });

  test('words that are written together count after words of their own', () => {
    assert.equal(starts('goblinattack', 'goblinidle01', 'goblinrun'), 'goblinidle01');
    assert.equal(starts('goblinidle', 'idle_long_way_round'), 'goblinidle');
    assert.equal(starts('goblinidle', 'idle'), 'idle');
  });

  test('bind poses and deaths come last, whatever else their names hold', () => {
    assert.equal(starts(action('RestPose', { duration: 9 }), 'bow'), 'bow');
    assert.equal(starts('dead_idle', 'walk'), 'walk');
    assert.equal(starts(action('death', { duration: 9 }), action('T-Pose', { duration: 8 }), 'shoot'), 'shoot');
    assert.equal(starts(action('smierc', { duration: 9 }), 'atak'), 'atak');
    assert.equal(starts(action('aim', { duration: 0, frames: 1 }), 'death'), 'death');
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
