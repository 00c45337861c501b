// Keys of a song: on the roll, and the few that hold wherever the focus is in the room.

interface SongKeys {
  toggle(): void;
  seekBy(seconds: number): void;
  seek(seconds: number): void;
  /** Seconds of the song. */
  end(): number;
  zoom(factor: number): void;
  mute(): void;
  loop(): void;
  /** Chooses the next note or the one before. */
  step(by: 1 | -1): void;
  /** The first lane is 0. */
  press(lane: number, what: 'mute' | 'solo'): void;
}

export function listenToKeys(room: HTMLElement, roll: HTMLElement, keys: SongKeys): void {
  const onRoll = (event: KeyboardEvent): boolean => {
    switch (event.key) {
      case 'ArrowLeft':
        keys.seekBy(event.shiftKey ? -10 : -1);
        return true;
      case 'ArrowRight':
        keys.seekBy(event.shiftKey ? 10 : 1);
        return true;
      case 'Home':
        keys.seek(0);
        return true;
      case 'End':
        keys.seek(keys.end());
        return true;
      case ',':
        keys.step(-1);
        return true;
      case '.':
        keys.step(1);
        return true;
      case '+':
      case '=':
        keys.zoom(1.25);
        return true;
      case '-':
        keys.zoom(0.8);
        return true;
      default:
        return false;
    }
  };
  const anywhere = (event: KeyboardEvent): boolean => {
    const digit = /^Digit([1-9])$/.exec(event.code);
    if (digit) {
      keys.press(Number(digit[1]) - 1, event.shiftKey ? 'solo' : 'mute');
      return true;
    }
    switch (event.key.toLowerCase()) {
      case ' ':
        if ((event.target as Element).closest('button, label, input[type=checkbox]')) return false;
        keys.toggle();
        return true;
      case 'm':
        keys.mute();
        return true;
      case 'l':
        keys.loop();
        return true;
      default:
        return false;
    }
  };
  room.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target === roll && onRoll(event)) && !anywhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
