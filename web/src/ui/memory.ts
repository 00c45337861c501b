// Settings of the page in local storage; not kept if the browser forbids storage.

export function recall(key: string, otherwise: string): string {
  try {
    return localStorage.getItem(`vitrine.${key}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`vitrine.${key}`, value);
  } catch {
    // Storage may be full or forbidden; nothing depends on it.
  }
}
