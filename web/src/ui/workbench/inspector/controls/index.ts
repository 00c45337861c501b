// Which control a parameter gets.

import { rename } from '../../text/gestures';
import { kindOf, type KeyInfo, keysOf } from '../../text/schema';
import { nodeAt } from '../../text/scan';
import type { Json } from '../../../world/text';
import { filesOf, namesOf, paramsAround } from '../document';
import { apply, type Control, type ControlHost, type Field, isMembers } from '../field';
import {
  emptiness,
  formMenu,
  freshParam,
  keysOfArgs,
  keysOfCell,
  keysOfParam,
  newBox,
  putType,
  summaryOf,
} from './elements';
import { isOneNumber, sizeOf, VectorControl } from './vector';
import { ChecksControl, MenuControl, SwitchControl } from './choices';
import { LinkControl, SlotControl } from './links';
import { ListControl, type ListOptions, NestedControl, SplineControl, TableControl } from './lists';
import { WordControl } from './words';

/** Another control is wanted when this is another. */
export function shapeOf(field: Field): string {
  const { info } = field;
  const base = `${info.kind} ${field.param ?? ''}${info.kind === 'name' ? String(field.isGiven) : ''}`;
  if (sizeOf(info.kind) > 1) {
    const { literal } = field,
      params = Array.isArray(literal) ? literal.map((part) => (isMembers(part) ? String(part['param']) : '')) : [];
    return `${base} ${String(isOneNumber(field))} ${params.join()}`;
  }
  if (info.kind === 'object' || info.kind === 'materials') return `${base} ${String(isMembers(field.read()))}`;
  if (info.kind === 'args')
    return keysOfArgs(field.bench, field.owners.at(-1)!)
      .map(({ name, kind, help }) => `${name} ${kind} ${help}`)
      .join();
  return base;
}

export function controlOf(field: Field, host: ControlHost): Control {
  const { bench, info, pointer } = field;
  switch (info.kind) {
    case 'number':
    case 'integer':
    case 'vec2':
    case 'vec3':
    case 'vec4':
    case 'color':
    case 'scale':
    case 'four':
      return new VectorControl(field, host);
    case 'boolean':
      return new SwitchControl(field);
    case 'enum':
      if (info.name === 'type' && /\/params\/\d+$/.test(field.owners.at(-1)!))
        return new MenuControl(field, info.words, (word) => putType(bench, field.owners.at(-1)!, word));
      return new MenuControl(field);
    case 'phases':
      return new ChecksControl(
        field,
        info.words ?? [],
        (info.words ?? []).filter((word) => word !== 'extra'),
      );
    case 'slot':
      return new SlotControl(field);
    case 'link':
    case 'model':
      return new LinkControl(field);
    case 'text':
    case 'string':
    case 'name':
    case 'file':
    case 'action':
      return wordOf(field, host);
    case 'boxes':
    case 'cells':
    case 'params':
    case 'events':
    case 'planes':
    case 'list':
      return listOf(field, host);
    case 'materials':
      return new TableControl(field, host, (name) => ({ ...kPlain, name, kind: 'slot', links: info.links ?? [] }));
    case 'args':
      return new NestedControl(field, host, keysOfArgs(bench, field.owners.at(-1)!));
    case 'spline':
      return new SplineControl(field, host);
    case 'path':
      return new NestedControl(field, host, keysOf(info.of ?? 'path'));
    case 'object':
      return objectOf(field, host, pointer);
  }
}

const kPlain = { help: '', required: false, animated: false, hard: false };

function wordOf(field: Field, host: ControlHost): Control {
  const { bench, info, pointer } = field,
    owner = field.owners.at(-1)!;
  if (info.kind === 'text') {
    const params = paramsAround(bench, pointer)
      .filter(({ type }) => type === 'text')
      .map(({ name }) => String(name));
    return new WordControl(field, host, {
      offers: () => ['$0', ...params.map((name) => `{${name}}`)],
      toValue: (text) => {
        const name = /^\{(.+)\}$/.exec(text)?.[1];
        return name !== undefined && params.includes(name) ? { param: name } : text;
      },
    });
  }
  if (info.kind === 'file') return new WordControl(field, host, { offers: () => filesOf(bench, info.ends) });
  if (info.kind === 'action') return new WordControl(field, host, { offers: () => actionsOf(field) });
  // A name changes everywhere it is linked.
  if (info.kind === 'name' && info.name === 'name' && field.isGiven && !field.isSeveral)
    return new WordControl(field, host, {
      isName: true,
      put: (name) => apply(bench, rename(bench.draft, owner, name)),
    });
  return new WordControl(field, host, { isName: info.kind === 'name' });
}

/** What the model of a mesh plays; nothing while none is open. */
function actionsOf(field: Field): string[] {
  const model = field.read('', `${field.owners.at(-1)!}/model`);
  return field.bench.picture.outline?.models.find(({ name }) => name === model)?.actions ?? [];
}

function listOf(field: Field, host: ControlHost): Control {
  const { bench, info } = field,
    keys = keysOf(info.of ?? ''),
    fault = (element: Json): string => emptiness(bench, element);
  if (info.kind === 'boxes')
    return new ListControl(field, host, { keysOf: () => keys, fresh: newBox, summary: summaryOf, fault });
  if (info.kind === 'cells')
    return new ListControl(field, host, {
      keysOf: (cell) => keysOfCell(keys, cell),
      fresh: newBox,
      summary: summaryOf,
      fault,
      head: (pointer, cell) => formMenu(bench, pointer, cell),
    });
  if (info.kind === 'params')
    return new ListControl(field, host, {
      keysOf: keysOfParam,
      fresh: freshParam,
      summary: summaryOf,
      most: 8,
      isFixed: true,
    });
  if (info.kind === 'planes')
    return new ListControl(field, host, {
      ...plainList({ ...kPlain, name: '', kind: 'vec4', initial: [0, 1, 0, 0] }),
      most: 32,
    });
  if (info.kind === 'events')
    return new ListControl(field, host, {
      keysOf: () => keys,
      fresh: () => ({ op: namesOf(bench, 'events')[0] ?? '', start: 0, end: 4 }),
      summary: summaryOf,
    });
  return info.of ? objectsOf(field, host) : new ListControl(field, host, plainList(elementOf(field)));
}

const plainList = (info: KeyInfo): ListOptions => ({
  keysOf: () => [info],
  isPlain: true,
  fresh: () => info.initial ?? 0,
  summary: (_, index) => String(index),
});

/** The elements of a list of names, numbers or words: the schema says what they are by what they link. */
function elementOf(field: Field): KeyInfo {
  const { info, bench, pointer } = field;
  if (info.names)
    return {
      ...kPlain,
      name: '',
      kind: 'link',
      names: info.names,
      initial: namesOf(bench, info.names, pointer)[0] ?? '',
    };
  if (info.name === 'with') return { ...kPlain, name: '', kind: 'string', initial: '' };
  if (info.name === 'ignore') return { ...kPlain, name: '', kind: 'integer', least: 0, initial: 0 };
  if (info.name === 'colors') return { ...kPlain, name: '', kind: 'vec3', initial: [1, 1, 1] };
  return { ...kPlain, name: '', kind: 'number', initial: 0 };
}

/** What new elements of lists of objects are. */
const kFresh: Record<string, Json> = {
  particle: { pos: [0, 1, 0] },
  constraint: { a: 0, b: 1 },
  probe: { probe: 'inside', at: [0, 0, 0] },
  sample: { lightmap: 0 },
  sampleLight: { value: 1 },
};

/** Particles, probes, samples: some have keys by what one of them says. */
function objectsOf(field: Field, host: ControlHost): Control {
  const { bench, info } = field,
    of = info.of!;
  const exact = (element: Json | undefined): readonly KeyInfo[] => {
    const list = field.read(),
      index = Array.isArray(list) ? list.findIndex((each) => JSON.stringify(each) === JSON.stringify(element)) : -1,
      node = nodeAt(bench.draft.root, `${field.pointer}/${index}`),
      kind = node && kindOf(bench.draft.rootText, node);
    return keysOf(kind ?? of);
  };
  return new ListControl(field, host, { keysOf: exact, fresh: () => kFresh[of] ?? {}, summary: summaryOf });
}

/** Settings that may be a word or a name instead of an object: the system, the camera. */
function objectOf(field: Field, host: ControlHost, pointer: string): Control {
  const { info } = field;
  if (info.words && !isMembers(field.read())) return new MenuControl(field);
  if (info.names && typeof field.read() === 'string') return new LinkControl(field);
  if (pointer === '/models') return new TableControl(field, host, modelRow(field));
  return new NestedControl(field, host, keysOf(info.of ?? ''));
}

const modelRow =
  (field: Field) =>
  (name: string): KeyInfo => ({
    ...kPlain,
    name,
    ...(isMembers(field.read(`/${name}`)) ? { kind: 'object', of: 'modelFiles' } : { kind: 'file' }),
  });
