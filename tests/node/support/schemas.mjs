// The schema of reports, as an independent validator (ajv) judges it, and what of it a report uses.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv/dist/2020.js';

import { root } from './vitrine.mjs';

export const schema = JSON.parse(readFileSync(join(root, 'dist/reports.schema.json'), 'utf8'));
/** Names of the definitions that are reports, in their order. */
export const reports = schema.anyOf.map(({ $ref }) => nameIn($ref));

// As strict as the validator can be about the schema itself, but for unions of types and members of another part.
const ajv = new Ajv.default({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false });
ajv.addSchema(schema);

function nameIn(ref) {
  return ref.slice('#/$defs/'.length);
}

/** Why a value is not of a definition; '' where it is. */
export function faultOf(name, value) {
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${name}`);
  if (validate(value)) return '';
  return validate.errors
    .slice(0, 4)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('\n');
}

/** Every `definition.member` that the schema has. */
export const members = Object.entries(schema.$defs).flatMap(([name, { properties = {} }]) =>
  Object.keys(properties).map((key) => `${name}.${key}`),
);

/** Adds to `seen` every `definition.member` of a value of a definition. */
export function noteMembers(name, value, seen) {
  const open = [[schema.$defs[name], name, value]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, of, at] = next;
    const visit = (inner, one) => open.push([inner, of, one]);
    if (node.$ref) open.push([schema.$defs[nameIn(node.$ref)], nameIn(node.$ref), at]);
    if (typeof at !== 'object' || at === null) continue;
    for (const branch of node.anyOf ?? []) if (isLike(branch, at)) visit(branch, at);
    for (const { if: when, then } of node.allOf ?? [])
      if (Object.entries(when.properties).every(([key, { const: wanted }]) => at[key] === wanted)) visit(then, at);
    if (Array.isArray(at))
      for (const [i, one] of at.entries()) {
        const inner = node.prefixItems?.[i] ?? node.items;
        if (inner) visit(inner, one);
      }
    else
      for (const [key, one] of Object.entries(at)) {
        const own = node.properties?.[key] ?? node.additionalProperties;
        if (node.properties?.[key]) seen.add(`${of}.${key}`);
        if (own) visit(own, one);
      }
  }
}

/** Whether a branch of several may be meant: a list for a list, an object that has all that the branch requires. */
function isLike(branch, value) {
  for (let node = branch; node; node = node.$ref && schema.$defs[nameIn(node.$ref)]) {
    if (node.type && (node.type === 'array') !== Array.isArray(value)) return false;
    if (node.required?.some((key) => !Object.hasOwn(value, key))) return false;
  }
  return true;
}

/**
 * Copies of a value with one wrong thing each, as `[what, value]`: a member that no report has, and something else in the
 * place of a value. One of each place, where a list's elements and a table's rows are one place.
 */
export function* wrongCopies(value, isOpen) {
  const places = new Map();
  const open = [[value, []]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [at, path] = next;
    const place = path.map((key) => (typeof key === 'number' ? '*' : key)).join('/');
    if (isOpen(place) || places.has(place)) continue;
    places.set(place, [at, path]);
    if (Array.isArray(at)) for (const [i, one] of at.entries()) open.push([one, [...path, i]]);
    else if (typeof at === 'object' && at !== null)
      for (const [key, one] of Object.entries(at)) open.push([one, [...path, key]]);
  }
  for (const [place, [at, path]] of places) {
    if (path.length > 0) yield [`something else at ${place}`, replaced(value, path, { wrong: true })];
    if (typeof at === 'object' && at !== null && !Array.isArray(at))
      yield [`a further member at ${place}`, replaced(value, path, { ...at, unheardOf: { wrong: true } })];
  }
}

function replaced(value, path, by) {
  if (path.length === 0) return by;
  const [key, ...rest] = path,
    copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(value[key], rest, by);
  return copy;
}
