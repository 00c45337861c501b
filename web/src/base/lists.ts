// Lists whose length a file decides. A call takes only so many arguments: `Math.max(...list)` and `push(...list)` end in
// a RangeError at some hundred thousand.

/** The largest of a list, at least `least`. */
export function largest<T>(list: Iterable<T>, of: (one: T) => number, least = 0): number {
  let most = least;
  for (const one of list) most = Math.max(most, of(one));
  return most;
}

/** The smallest of a list, at most `most`. */
export const smallest = <T>(list: Iterable<T>, of: (one: T) => number, most = Infinity): number =>
  -largest(list, (one) => -of(one), -most);

/** Puts `more` behind what `list` holds. */
export function pushAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** Puts one more into the list of `key`. */
export function pushTo<Key, T>(lists: Map<Key, T[]>, key: Key, one: T): void {
  const list = lists.get(key);
  if (list) list.push(one);
  else lists.set(key, [one]);
}

/** As Math.max and Math.min of all of them. */
export const mostOf = (list: Iterable<number>): number => largest(list, (one) => one, -Infinity);
export const leastOf = (list: Iterable<number>): number => smallest(list, (one) => one);

/** Appends all of `children`. */
export function appendAll(parent: ParentNode & Node, children: Iterable<Node | string>): void {
  for (const child of children) parent.append(child);
}

/** As replaceChildren. */
export function fill(parent: ParentNode & Node, children: Iterable<Node | string>): void {
  parent.replaceChildren();
  appendAll(parent, children);
}
