// Parameters of subroutines, and what calls give them: typed rows whose ids stay.

import type { Json } from '../../../world/text';
import type { Bench } from '../../bench';
import type { Attempt } from '../../text/draft';
import { removeValue, setValue } from '../../text/gestures';
import { member, nodeAt, stringOf } from '../../text/scan';
import { type KeyInfo, type KeyKind, keysOf } from '../../text/schema';
import { t as words } from '../../text/words';
import { paramsOf } from '../document';
import { apply, isMembers, type Members, together } from '../field';

const kKinds: Record<string, KeyKind> = {
  float: 'number',
  int: 'integer',
  vector: 'vec4',
  color: 'color',
  text: 'string',
};
const kInitial: Record<string, Json> = { float: 0, int: 0, vector: [0, 0, 0, 0], color: [1, 1, 1, 1], text: '' };
const kMost = 8;

const typeOf = (param: Json | undefined): string => {
  const type = isMembers(param) ? param['type'] : undefined;
  return typeof type === 'string' && type in kKinds ? type : 'float';
};

/** The keys of a parameter: its default is of its type, its id is not for hands. */
export function keysOfParam(param: Json | undefined): readonly KeyInfo[] {
  const type = typeOf(param);
  return keysOf('param')
    .filter(({ name }) => name !== 'id')
    .map((key) => (key.name === 'default' ? { ...key, kind: kKinds[type]!, initial: kInitial[type]! } : key));
}

/** A parameter with the least id that is free; undefined when there are 8. */
export function freshParam(params: readonly Json[]): Json | undefined {
  const ids = params.map((param) => (isMembers(param) ? param['id'] : undefined)),
    names = params.map((param) => (isMembers(param) ? param['name'] : undefined)),
    id = Array.from({ length: kMost }, (_, i) => i).find((each) => !ids.includes(each));
  if (id === undefined) return undefined;
  let name = `p${id}`;
  while (names.includes(name)) name += '_';
  return { id, name, default: 0 };
}

/** Another type; a default that is none of it goes away. */
export function putType(bench: Bench, param: string, type: string): void {
  const { draft } = bench,
    attempts: Attempt[] = [setValue(draft, `${param}/type`, type)],
    node = nodeAt(draft.root, `${param}/default`),
    value = node && (JSON.parse(draft.rootText.slice(node.from, node.to)) as Json);
  const isNumber = type === 'float' || type === 'int',
    fits = isNumber
      ? typeof value === 'number' && (type === 'float' || Number.isInteger(value))
      : type === 'text'
        ? typeof value === 'string'
        : Array.isArray(value) && (value.length === 4 || (type === 'color' && value.length === 3));
  if (node && !fits) attempts.push(removeValue(draft, `${param}/default`));
  apply(bench, joined(attempts, type));
}

/** Two neighbours of one object: one splice each, which must not meet. */
function joined(attempts: readonly Attempt[], type: string): Attempt {
  const attempt = together(attempts, words('Set type {type}', { type }));
  if ('refused' in attempt) return attempt;
  const meets = attempt.splices.some((splice, i) => i > 0 && splice.from < attempt.splices[i - 1]!.to);
  return meets ? together(attempts.slice(0, 1), attempt.label) : attempt;
}

/** Rows for what a call gives: one per parameter of its subroutine, and those that nothing takes. */
export function keysOfArgs(bench: Bench, call: string): readonly KeyInfo[] {
  const { root, rootText } = bench.draft,
    name = stringOf(rootText, nodeAt(root, `${call}/sub`)),
    subs = member(root, 'subroutines'),
    sub = name === undefined || !subs ? undefined : member(subs, name);
  const params = sub ? paramsOf(bench, `/subroutines/${name!.replaceAll('~', '~0').replaceAll('/', '~1')}`) : [],
    given = (nodeAt(root, `${call}/args`)?.children ?? []).flatMap(({ key }) =>
      key === undefined || key === 'comment' ? [] : [key],
    ),
    unknown = given.filter((id) => !params.some((param) => String(param['id']) === id));
  return [...params.map(keyOfArg), ...unknown.map((id) => keyOfArg({ id, name: bench.kit.t('unused') }))];
}

function keyOfArg(param: Members): KeyInfo {
  const type = typeOf(param);
  return {
    name: String(param['id']),
    kind: kKinds[type]!,
    help: String(param['name']),
    required: false,
    initial: param['default'] ?? kInitial[type]!,
    animated: type !== 'text',
    hard: false,
  };
}
