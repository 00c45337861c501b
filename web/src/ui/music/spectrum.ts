// The spectrum of what is heard, in bands of equal width on a scale of octaves.

const kLowest = 30;
const kHighest = 18000;
/** Decibels below full scale at the lower edge. */
const kRange = 80;

export class Spectrum {
  #bins = new Float32Array(0);

  draw(
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    analyser: AnalyserNode | undefined,
    colors: { accent: string; line: string; quiet: string },
  ): void {
    context.clearRect(0, 0, width, height);
    context.font = '10px system-ui, sans-serif';
    context.textBaseline = 'top';
    const x = (frequency: number): number => (Math.log(frequency / kLowest) / Math.log(kHighest / kLowest)) * width;
    for (const frequency of [50, 100, 200, 500, 1000, 2000, 5000, 10000]) {
      context.fillStyle = colors.line;
      context.fillRect(Math.round(x(frequency)), 0, 1, height);
      context.fillStyle = colors.quiet;
      context.fillText(frequency < 1000 ? `${frequency} Hz` : `${frequency / 1000} kHz`, x(frequency) + 3, 2);
    }
    if (!analyser) return;
    if (this.#bins.length !== analyser.frequencyBinCount) this.#bins = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(this.#bins);
    const perBin = analyser.context.sampleRate / analyser.fftSize,
      bands = Math.max(16, Math.min(128, Math.floor(width / 6))),
      wide = width / bands;
    context.fillStyle = colors.accent;
    for (let i = 0; i < bands; ++i) {
      const edge = (at: number): number => kLowest * (kHighest / kLowest) ** (at / bands);
      const first = Math.floor(edge(i) / perBin),
        last = Math.max(first + 1, Math.ceil(edge(i + 1) / perBin));
      let most = -Infinity;
      for (let bin = first; bin < last; ++bin) most = Math.max(most, this.#bins[bin] ?? -Infinity);
      const tall = Math.max(0, Math.min(1, 1 + most / kRange)) * height;
      context.fillRect(i * wide, height - tall, Math.max(1, wide - 1), tall);
    }
  }
}
