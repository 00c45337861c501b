/** Runs `draw` once before the next frame, however often the returned function is called. */
export function perFrame(draw: () => void): () => void {
  let queued = false;
  return () => {
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => {
      queued = false;
      draw();
    });
  };
}
