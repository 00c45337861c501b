/** Typed events without the DOM. */
export class Emitter<Events> {
  readonly #listeners = new Map<keyof Events, Set<(event: never) => void>>();

  /** Returns the function that ends the subscription. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    let set = this.#listeners.get(name);
    if (!set) this.#listeners.set(name, (set = new Set()));
    set.add(listener as (event: never) => void);
    return () => set.delete(listener as (event: never) => void);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (event: Events[Name]) => void)(event);
  }
}
