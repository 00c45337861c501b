// Undo and redo of what a person does to the document and the view. Each part of the page that has something to undo says
// how it is and can be set; what differs when changes have come to rest is one step.

/** Something that a person sets. Values are never changed in place. */
interface Undoable {
  read(): unknown;
  /** Answers when the value holds. */
  write(value: never): void | Promise<void>;
  /** The value that a document opens with. */
  readonly initial: unknown;
}

/** Changes in a shorter row than this, in ms, are one step: a drag, a typed word. */
const kRestMs = 350;
const kMostSteps = 200;

/** How all parts are, and the same as texts to tell two of them apart. */
interface State {
  values: readonly unknown[];
  texts: readonly string[];
}

/** Contents of files are not compared. */
function comparable(name: string, value: unknown): unknown {
  if (value instanceof File) return [value.name, value.size, value.lastModified];
  return name === 'data' ? undefined : value instanceof Map ? [...value] : value;
}
const textOf = (value: unknown): string => JSON.stringify(value, comparable) ?? '';
const stateOf = (values: readonly unknown[]): State => ({ values, texts: values.map(textOf) });
const isSame = (a: State, b: State): boolean => a.texts.join('\n') === b.texts.join('\n');

export class History {
  /** Called when there is more or less to undo or redo, or to reset. */
  onChange: () => void = () => undefined;
  private readonly parts: Undoable[] = [];
  private past: State[] = [];
  private future: State[] = [];
  private now = stateOf([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing = false;
  /** Steps that were asked for, one after another. */
  private steps = Promise.resolve();
  /** A pointer is down: what it does is one step, however long it rests in between. */
  private isHeld = false;

  add(part: Undoable): void {
    this.parts.push(part);
    this.now = this.read();
  }

  /** To be called after any change. */
  readonly changed = (): void => {
    if (this.writing) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.isHeld ? this.changed() : this.record()), kRestMs);
  };

  hold(isHeld: boolean): void {
    this.isHeld = isHeld;
  }

  /** What is now is where steps begin: of another document, or of one that opened with a view of its own. */
  begin(): void {
    clearTimeout(this.timer);
    this.past = [];
    this.future = [];
    this.now = this.read();
    this.onChange();
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  get canReset(): boolean {
    return !isSame(this.now, this.initial);
  }

  undo(): void {
    this.take(
      () => this.past.pop(),
      () => this.future.push(this.now),
    );
  }

  redo(): void {
    this.take(
      () => this.future.pop(),
      () => this.past.push(this.now),
    );
  }

  /** Everything as when the document was opened; one step, to be undone like others. */
  reset(): void {
    this.take(
      () => (this.canReset ? this.initial : undefined),
      () => this.push(),
    );
  }

  private get initial(): State {
    return stateOf(this.parts.map(({ initial }) => initial));
  }

  private read(): State {
    return stateOf(this.parts.map((part) => part.read()));
  }

  private record(): void {
    clearTimeout(this.timer);
    if (this.writing) return;
    const state = this.read();
    if (isSame(state, this.now)) return;
    this.push();
    this.now = state;
    this.onChange();
  }

  private push(): void {
    this.past = [...this.past, this.now].slice(-kMostSteps);
    this.future = [];
  }

  /** Goes to the state that `find` answers, if any, once the steps before it are whole; `keep` keeps what is now. */
  private take(find: () => State | undefined, keep: () => void): void {
    const step = async (): Promise<void> => {
      this.record();
      const state = find();
      if (!state) return;
      keep();
      await this.write(state);
    };
    this.steps = this.steps.then(step).catch(reportError);
  }

  private async write(state: State): Promise<void> {
    const before = this.now;
    this.writing = true;
    try {
      await Promise.all(
        this.parts.map((part, i) => state.texts[i] === before.texts[i] || part.write(state.values[i] as never)),
      );
    } finally {
      this.writing = false;
      this.now = this.read();
    }
    this.onChange();
  }
}
