// The canvas of a viewer in its host element: its size and visibility.

/** Pixels of a canvas that fills the host; at most two for each CSS pixel. */
export function pixelsOf(host: HTMLElement): { width: number; height: number; pixelRatio: number } {
  const { width, height } = host.getBoundingClientRect(),
    pixelRatio = Math.min(devicePixelRatio || 1, 2);
  return { width: Math.round(width * pixelRatio), height: Math.round(height * pixelRatio), pixelRatio };
}

export function makeCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'viewer-canvas';
  canvas.setAttribute('aria-hidden', 'true');
  host.prepend(canvas);
  return canvas;
}

/** Calls back when the host may need another number of pixels, and when it comes into sight or leaves it. Returns what ends it. */
export function watchHost(host: HTMLElement, resized: () => void, seen: (visible: boolean) => void): () => void {
  const resizing = new ResizeObserver(resized);
  resizing.observe(host);
  // A page that is zoomed or goes to a denser screen may leave the size in CSS pixels as it is.
  const ending = new AbortController();
  const watchDensity = (): void =>
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        resized();
        watchDensity();
      },
      { once: true, signal: ending.signal },
    );
  watchDensity();
  let inSight = true;
  const report = (): void => seen(inSight && !document.hidden);
  const seeing = new IntersectionObserver((entries) => {
    inSight = entries.at(-1)?.isIntersecting ?? true;
    report();
  });
  seeing.observe(host);
  document.addEventListener('visibilitychange', report, { signal: ending.signal });
  return () => {
    resizing.disconnect();
    seeing.disconnect();
    ending.abort();
  };
}
