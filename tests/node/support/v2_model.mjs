// The V2 synthesizer once more, as plainly as it can be said: what the core is compared with on songs that no reference
// render has. Written from the description of the original (native/music/MUSIC.md names the rules), not from the core; slow,
// in double precision but for what has to be rounded as the original rounds it. Speech is left out.

const f32 = Math.fround;
const F = 128;
const D = 2 ** -18;

/** To nearest, ties to even; what does not fit into 32 bits is -2^31. */
function R(x) {
  const floor = Math.floor(x),
    rest = x - floor;
  const whole = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  return whole >= -(2 ** 31) && whole < 2 ** 31 ? whole : -(2 ** 31);
}
const u32 = (x) => x >>> 0;
const FIX = (x) => u32(2 * R(x * 2 ** 31));
const frac = (c) => (c >>> 9) / 2 ** 23;
const X10 = (p) => f32(2 ** f32(10 * (p / 128 - 1)));
const lcg = (s) => u32(Math.imul(s, 196314165) + 907633515);
const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

const S = (x) => f32(x * (1 + x * x * (-0.16666 + x * x * (0.0083143 - 0.00018542 * x * x))));
const PI = f32(Math.PI),
  TURN = f32(2 * Math.PI);
function W(angle) {
  let x = f32(f32(angle) % TURN);
  if (x > 1.5 * PI) x = f32(x - TURN);
  else if (x > 0.5 * PI) x = f32(PI - x);
  return S(x);
}

// -- patches -----------------------------------------------------------------------------------------------------------

/** Which generation brought a parameter, and its value before: all others are as old as the synthesizer. */
const since = new Map([[1, [2, 64]], [3, [2, 0]], [9, [2, 0]], [15, [2, 0]], [27, [3, 64]], [49, [5, 0]], [56, [5, 0]],
  [60, [6, 0]], [61, [6, 0]], [62, [6, 0]], [63, [6, 0]], [67, [1, 0]],
  ...[0, 0, 1, 2, 90, 32, 20, 64, 64].map((usual, i) => [79 + i, [1, usual]])]); // prettier-ignore
const globalsSince = new Map([[2, [4, 32]], [22, [6, 0]],
  ...[0, 0, 1, 2, 90, 32, 20, 64, 64].map((usual, i) => [13 + i, [1, usual]])]); // prettier-ignore
const brought = (map, i) => map.get(i)?.[0] ?? 0;

export const storedParameters = (version) =>
  Array.from({ length: 89 }, (_, i) => i).filter((i) => brought(since, i) <= version);
export const storedGlobals = (version) =>
  Array.from({ length: 23 }, (_, i) => i).filter((i) => brought(globalsSince, i) <= version);

function converted(map, length, version, bytes) {
  let next = 0;
  return Array.from({ length }, (_, i) => (brought(map, i) <= version ? bytes[next++] : map.get(i)[1]));
}
function destinationOf(d, version) {
  for (let k = 0; k <= d && k < 89; ++k) if (brought(since, k) > version) ++d;
  return d;
}

// -- parts of a voice ---------------------------------------------------------------------------------------------------

class Filter {
  low = 0;
  band = 0;
  b = [0, 0, 0, 0, 0];
  step(mode, cutoff, resonance, x) {
    const fc = X10(cutoff),
      reso = resonance / 128;
    if (mode === 0) return x;
    if (mode < 6) {
      const input = x + D,
        rs = 1 - reso;
      let high;
      this.low = f32(this.low + fc * this.band - D);
      this.band = f32(this.band + fc * (input - rs * this.band - this.low));
      this.low = f32(this.low + fc * this.band);
      high = input - rs * this.band - this.low;
      this.band = f32(this.band + fc * high);
      return [0, this.low, this.band, high, this.low + high, this.low + this.band + high][mode];
    }
    const t0 = fc / 4,
      t = 1 - t0,
      P = f32(t0 + 0.8 * t0 * t),
      K = f32(2 * P - 1),
      Q = f32(4 * reso * (1 + (t / 2) * (1 - t + 5.6 * t * t)));
    const { b } = this;
    for (let pass = 0; pass < 2; ++pass) {
      const u = f32(x + D - Q * b[4]),
        [, o1, o2, o3] = b;
      b[1] = f32(P * (u + b[0]) - K * b[1]);
      b[2] = f32(P * (o1 + b[1]) - K * b[2]);
      b[3] = f32(P * (o2 + b[2]) - K * b[3]);
      b[4] = f32(P * (o3 + b[3]) - K * b[4]);
      b[4] = f32(b[4] - b[4] ** 3 / 6 - D);
      b[0] = x;
    }
    return mode === 6 ? b[4] : x - b[4];
  }
}

class Distortion {
  counter = 0;
  held = [0, 0];
  filters = [new Filter(), new Filter()];
  /** In place; `sides` are one array or two. */
  run(mode, gain, p1, p2, sides) {
    if (mode === 0) return;
    const G = f32(2 ** ((gain - 32) / 16)),
      o = 2 * G * (p2 / 128 - 0.5);
    const T = (z) => {
      const a = Math.abs(z);
      const y =
        a < 1 || a >= 2
          ? (a + 0.43157974 * a ** 3) / (1 + 0.76443945 * a ** 2 + 0.05831938 * a ** 4)
          : (-0.431597974 * a - a ** 3) / (0.05831938 + 0.76443945 * a ** 2 + a ** 4) + Math.PI / 2;
      return Math.sign(z) * y;
    };
    const crush = f32(256 * p1 + 1);
    const shape = (x) => {
      if (mode === 1) return (p1 / 128 / Math.atan(G)) * T(x * G + o);
      if (mode === 2) return (p1 / 128) * clamp(x * G + o, -1, 1);
      const n = R(f32(x * f32(f32(G * 32768) / crush)));
      return (clamp(Math.imul(n, R(crush)), -32767, 32767) ^ (R(p2) << 9)) / 32768;
    };
    const rate = FIX(X10(p1));
    for (let i = 0; i < F; ++i) {
      if (mode === 4) {
        const next = u32(this.counter + rate);
        if (next < this.counter) this.held = sides.map((side) => side[i]);
        this.counter = next;
      }
      sides.forEach((side, s) => {
        if (mode < 4) side[i] = shape(side[i]);
        else if (mode === 4) side[i] = this.held[s];
        else side[i] = this.filters[mode >= 10 ? 0 : s].step(mode - 4, p1, p2, side[i]);
      });
    }
  }
}

class Envelope {
  state = 'off';
  value = 0;
  out = 0;
  step([attack, decay, sustain, time, release, amplify], gate) {
    if (gate && (this.state === 'off' || this.state === 'release')) this.state = 'attack';
    if (!gate && this.state !== 'off') this.state = 'release';
    const ends = () => {
      if (this.value > 2 ** -13) return;
      this.value = 0;
      this.state = 'off';
    };
    if (this.state === 'attack') {
      this.value = f32(this.value + f32(2 ** (7 - 0.09375 * attack)));
      if (this.value >= 128) [this.value, this.state] = [128, 'decay'];
    } else if (this.state === 'decay') {
      this.value = f32(this.value * f32(1 - f32(2 ** ((-11 * decay) / 128))));
      if (this.value <= sustain) [this.value, this.state] = [sustain, 'sustain'];
      else ends();
    } else if (this.state === 'sustain') {
      this.value = f32(this.value * f32(2 ** (0.0019375 * (time - 64))));
      ends();
      this.value = Math.min(128, this.value);
    } else if (this.state === 'release') {
      this.value = f32(this.value * f32(1 - f32(2 ** ((-11 * release) / 128))));
      ends();
    } else this.value = 0;
    this.out = f32((this.value * amplify) / 128);
  }
}

class Lfo {
  counter = 0;
  last = 0;
  out = 0;
  constructor(k) {
    this.seed = u32(Math.imul(k, 0x9e3779b9));
  }
  step([mode, , once, rate, , polarity, amplify]) {
    const c = this.counter;
    let v = frac(c);
    if (R(mode) === 1) v = frac(c >= 2 ** 31 ? ~(c << 1) >>> 0 : u32(c << 1));
    else if (R(mode) === 2) v = c < 2 ** 31 ? 0 : 1 - 2 ** -23;
    else if (R(mode) === 3) v = W(TURN * frac(c)) / 2 + 0.5;
    else if (R(mode) === 4) {
      if (c < this.last) this.seed = lcg(this.seed);
      this.last = c;
      v = frac(this.seed);
    }
    const kind = R(polarity);
    this.out = f32(v * (kind === 1 ? -amplify : amplify) + (kind === 2 ? -amplify / 2 : 0));
    const step = u32(R(2 ** 30 * X10(rate)));
    this.counter = u32(c + step);
    if (this.counter < step && R(once) !== 0) this.counter = 2 ** 32 - 1;
  }
}

const base = 12740060;
const noiseSeeds = [0xdeadbeef, 0xbaadf00d, 0xd3adc0de];

class Oscillator {
  counter = 0;
  low = 0;
  band = 0;
  constructor(number) {
    this.first = this.seed = noiseSeeds[number];
  }
  run([modeValue, ringValue, transpose, detune, color, volume], key, v, auxA, auxB) {
    const mode = R(modeValue) & 7,
      ring = R(ringValue) !== 0,
      g = volume / 128;
    const q = f32(transpose - 64 + f32((detune - 64) / 128));
    const inc = u32(R(f32(f32(2 ** f32(f32(q + key - 60) * f32(1 / 12))) * base)));
    const put = (i, y) => (v[i] = f32(ring ? v[i] * y : v[i] + y));
    if (mode === 0) return;
    if (mode >= 6) {
      const bus = mode === 6 ? auxA : auxB;
      for (let i = 0; i < F; ++i) {
        const y = 0.6 * g * (bus[0][i] + bus[1][i]);
        v[i] = f32(ring ? v[i] * y : y);
      }
      return;
    }
    if (mode === 4) {
      const fq = X10(q + 64),
        rs = f32(1 - Math.sqrt(color / 128));
      for (let i = 0; i < F; ++i) {
        this.seed = lcg(this.seed);
        this.low = f32(this.low + fq * this.band);
        const high = (this.seed >>> 9) / 2 ** 22 - 1 - rs * this.band - this.low;
        this.band = f32(this.band + fq * high);
        put(i, g * (rs * (this.low + high) + this.band));
      }
      return;
    }
    const brk = FIX(f32(color / 128)),
      b = frac(brk),
      f = frac(inc);
    const c1 = g / b,
      c2 = -g / (1 - b),
      n = 1 - f;
    let wasUp = u32(this.counter - inc) < brk;
    for (let i = 0; i < F; ++i) {
      const c = this.counter;
      if (mode === 3) {
        let u = u32(c + 2 ** 30);
        if (u >= 2 ** 31) u = ~u >>> 0;
        put(i, g * S(f32(f32(1 + (u >>> 8) / 2 ** 23) * PI - 1.5 * PI)));
      } else if (mode === 5) {
        const y = g * W(f32((1 + frac(c) + 2 * v[i]) * TURN));
        v[i] = f32(ring ? v[i] * y : y);
      } else {
        const up = c < brk,
          wrapped = c < inc,
          p = frac(c) - b,
          t = frac(c);
        let y;
        if (mode === 1) {
          if (wasUp && up) y = wrapped ? -(g + c1 * n * (2 * p + n)) / f : c1 * (2 * p - f);
          else if (!wasUp && !up) y = wrapped ? -(g + c2 * n * (2 * p + n)) / f : c2 * (2 * p - f);
          else if (wasUp) y = wrapped ? c2 * (2 * p - f) : (c2 * p * p - c1 * (p - f) ** 2) / f;
          else y = wrapped ? -(g + c2 * (p + n) ** 2 - c1 * p * p) / f : c1 * (2 * p - f);
          y += g;
        } else {
          const k = (2 * g) / f;
          if (wasUp && up) y = wrapped ? k * (b - 1) + g : g;
          else if (!wasUp && !up) y = wrapped ? k * b - g : -g;
          else if (wasUp) y = wrapped ? -g : k * (b - t) + g;
          else y = wrapped ? k * t - g : g;
        }
        put(i, y);
        wasUp = up;
      }
      this.counter = u32(c + inc);
    }
  }
}

class Dc {
  x = 0;
  y = 0;
  step(x) {
    this.y = f32(x - this.x + f32(1 - 126 / 44100) * this.y);
    this.x = x;
    return this.y;
  }
}

// -- voices and channels --------------------------------------------------------------------------------------------------

class Voice {
  owner = -1;
  stamp = 0;
  note = 0;
  velocity = 0;
  gate = false;
  ramp = 0;
  slope = 0;
  envelopes = [new Envelope(), new Envelope()];
  filters = [new Filter(), new Filter()];
  distortion = new Distortion();
  dc = new Dc();
  constructor(index) {
    this.oscillators = [0, 1, 2].map((i) => new Oscillator(i));
    this.lfos = [new Lfo(2 * index + 1), new Lfo(2 * index + 2)];
  }
  source(number, controllers) {
    if (number === 0) return this.velocity;
    if (number < 8) return controllers[number - 1];
    if (number < 10) return this.envelopes[number - 8].out;
    if (number < 12) return this.lfos[number - 10].out;
    return 2 * (this.note - 48);
  }
}

/** Parameters `from` to `to` of a patch with their modulations, row by row. */
function modulated({ values, rows }, from, to, voice, controllers) {
  const p = values.slice();
  for (const [source, amount, destination] of rows)
    if (destination >= from && destination < to)
      p[destination] = f32(clamp(p[destination] + ((amount - 64) / 64) * voice.source(source, controllers), 0, 128));
  return p;
}

/** The left tap is one sample nearer. */
class ModDelay {
  counter = 0;
  at = 0;
  constructor(size) {
    this.size = size;
    this.buffers = [new Float32Array(size), new Float32Array(size)];
  }
  run([amount, feedback, left, right, rate, depth, phase], input, put) {
    const wet = (amount - 64) / 64,
      fb = (feedback - 64) / 64,
      max = R((depth * 1023) / 128),
      step = u32(R(f32(1973915.4866) * X10(rate))),
      turn = FIX((phase - 64) / 128);
    if (wet === 0) return;
    const bases = [left, right].map((length) => R((length * (this.size - 1024)) / 128));
    for (let i = 0; i < F; ++i) {
      const z = [0, 1].map((side) => {
        const m = side === 0 ? this.counter : u32(this.counter + turn),
          tri = m >= 2 ** 31 ? ~(m << 1) >>> 0 : u32(m << 1);
        const product = BigInt(tri) * BigInt(max);
        const off = bases[side] + Number(product >> 32n),
          e = frac(Number(product & 0xffffffffn));
        const tap = (back) => this.buffers[side][(this.at - back + 4 * this.size) % this.size];
        return side === 0 ? (1 - e) * tap(off - 1) + e * tap(off) : (1 - e) * tap(off) + e * tap(off + 1);
      });
      for (const side of [0, 1]) this.buffers[side][this.at] = input(side, i) + D + fb * z[side];
      put(i, z, wet);
      this.counter = u32(this.counter + step);
      this.at = (this.at + 1) % this.size;
    }
  }
}

class Compressor {
  mode = 1;
  stereo = false;
  peak = [0, 0];
  sum = [0, 0];
  gain = [0, 0];
  squares = [new Float32Array(8192), new Float32Array(8192)];
  ring = [[], []];
  at = 0;
  square = 0;
  run([mode, stereo, auto, , threshold, ratio, attack, release, out], delay, sides) {
    if (R(mode) !== this.mode || (R(stereo) !== 0) !== this.stereo) {
      this.mode = R(mode);
      this.stereo = R(stereo) !== 0;
      this.peak = [0, 0];
      this.sum = [0, 0];
      this.gain = [1, 1];
      for (const squares of this.squares) squares.fill(0);
    }
    if (this.mode === 0) return;
    const th = f32(8 * X10(threshold)),
      inv = f32(1 / th),
      outv = f32((R(auto) !== 0 ? 1 : th) * 2 ** ((out - 64) / 16));
    const at = f32(2 ** ((-12 * attack) / 128)),
      rl = f32(2 ** ((-16 * release) / 128));
    const levelOf = (side, x) => {
      if (this.mode === 1) {
        this.peak[side] = Math.max(f32(0.9998 * this.peak[side] + D), Math.abs(x));
        return this.peak[side] * inv;
      }
      const fresh = f32(this.stereo ? x * x : (x + D) ** 2);
      if (this.stereo) this.sum[side] = f32(this.sum[side] + D);
      this.sum[side] = f32(this.sum[side] + f32(fresh - this.squares[side][this.square]));
      this.squares[side][this.square] = fresh;
      return Math.sqrt(Math.max(0, this.sum[side])) * 0.0110485434561 * inv;
    };
    for (let i = 0; i < F; ++i) {
      const x = sides.map((side) => side[i]);
      const one = this.stereo ? undefined : levelOf(0, (x[0] + x[1]) / 2);
      const levels = [0, 1].map((side) => one ?? levelOf(side, x[side]));
      this.square = (this.square + 1) % 8192;
      for (const side of [0, 1]) {
        const want = levels[side] >= 1 ? 1 / (1 + (ratio / 128) * (levels[side] - 1)) : 1;
        this.gain[side] = f32(this.gain[side] + (want < this.gain[side] ? at : rl) * (want - this.gain[side]));
        const z = this.ring[side][this.at] ?? 0;
        this.ring[side][this.at] = f32(inv * x[side]);
        sides[side][i] = f32(outv * z * this.gain[side]);
      }
      this.at = this.at < delay ? this.at + 1 : 0;
    }
  }
}

class Boost {
  memory = [0, 1].map(() => ({ x1: 0, x2: 0, y1: 0, y2: 0 }));
  run(amount, sides) {
    if (R(amount) === 0) return;
    const A = 2 ** (amount / 128),
      w = (2 * Math.PI * 150) / 44100,
      B = Math.sqrt(2 * A) * Math.sin(w),
      C = Math.cos(w),
      n = 1 / (A + 1 + (A - 1) * C + B);
    const b0 = f32(A * (A + 1 - (A - 1) * C + B) * n),
      b1 = f32(2 * A * (A - 1 - (A + 1) * C) * n),
      b2 = f32(A * (A + 1 - (A - 1) * C - B) * n),
      a1 = f32(-2 * (A - 1 + (A + 1) * C) * n),
      a2 = f32((A + 1 + (A - 1) * C - B) * n);
    sides.forEach((side, s) => {
      const m = this.memory[s];
      for (let i = 0; i < F; ++i) {
        const x = side[i] + D,
          y = f32(b0 * x + b1 * m.x1 + b2 * m.x2 - a1 * m.y1 - a2 * m.y2);
        [m.x2, m.x1, m.y2, m.y1] = [m.x1, x, m.y1, y];
        side[i] = y;
      }
    });
  }
}

class Channel {
  program = 0;
  controllers = [0, 0, 0, 0, 0, 0, 127];
  current = 0;
  dcs = [0, 1, 2, 3].map(() => new Dc());
  compressor = new Compressor();
  boost = new Boost();
  distortion = new Distortion();
  chorus = new ModDelay(2048);
  dc(which, sides) {
    sides.forEach((side, s) => {
      for (let i = 0; i < F; ++i) side[i] = this.dcs[2 * which + s].step(side[i]);
    });
  }
}

class Reverb {
  sides = [
    { combs: [1309, 1635, 1811, 1926], passes: [220, 74] },
    { combs: [1327, 1631, 1833, 1901], passes: [205, 77] },
  ].map(({ combs, passes }) => ({
    combs: combs.map((length) => ({ delay: new Float32Array(length), at: 0, low: 0 })),
    passes: passes.map((length) => ({ delay: new Float32Array(length), at: 0 })),
    high: 0,
  }));
  run([time, highcut, lowcut, volume], aux, mix) {
    const E = (64 / (time + 1)) ** 2,
      gains = [0.966384599, 0.958186359, 0.953783929, 0.950933178].map((g) => f32(g ** E)),
      passGains = [0.994260075, 0.998044717].map((g) => f32(g ** E)),
      damp = highcut / 128,
      lowg = (lowcut / 128) ** 4;
    const feed = (line, x) => {
      line.delay[line.at] = x;
      line.at = (line.at + 1) % line.delay.length;
    };
    this.sides.forEach((side, s) => {
      for (let i = 0; i < F; ++i) {
        const input = (aux[i] * volume) / 128 + D;
        let x = 0;
        side.combs.forEach((comb, j) => {
          const z = comb.delay[comb.at] * gains[j],
            nv = j % 2 === 0 ? z + input : z - input;
          comb.low = f32(comb.low + damp * (nv - comb.low));
          feed(comb, comb.low);
          x += comb.low;
        });
        side.passes.forEach((pass, j) => {
          const z = pass.delay[pass.at],
            y = f32(x + passGains[j] * z);
          feed(pass, y);
          x = z - passGains[j] * y;
        });
        side.high = f32(side.high + lowg * (x - side.high));
        mix[s][i] += x - side.high;
      }
    });
  }
}

// -- the song ---------------------------------------------------------------------------------------------------------------

/** Steps of the player: [sample, [message...]], as many rows of each stream as a step takes. */
function stepsOf({ division, tempo, channels }) {
  const streams = channels.map(({ notes = [], programs = [], bends = [], controllers = {} }) => ({
    programs: programs.slice(),
    controllers: [1, 2, 3, 4, 5, 6, 7].map((number) => (controllers[number] ?? []).slice()),
    bends: bends.slice(),
    notes: notes.slice(),
  }));
  const tempi = tempo.slice(),
    steps = [];
  const nextTick = () =>
    Math.min(
      ...[tempi, ...streams.flatMap((s) => [s.programs, ...s.controllers, s.bends, s.notes])].map(
        (rows) => rows[0]?.[0] ?? Infinity,
      ),
    );
  let us = 500000n,
    sample = 0n,
    rest = 0n;
  for (let tick = nextTick(); tick < Infinity;) {
    const messages = [];
    const due = (rows) => (rows[0]?.[0] === tick ? rows.shift() : undefined);
    const change = due(tempi);
    if (change) us = BigInt(change[1]);
    streams.forEach((stream, channel) => {
      const program = due(stream.programs);
      if (program) messages.push({ type: 'program', channel, value: program[1] });
      stream.controllers.forEach((rows, i) => {
        const row = due(rows);
        if (row) messages.push({ type: 'controller', channel, number: i + 1, value: row[1] });
      });
      due(stream.bends);
      for (let note = due(stream.notes); note; note = due(stream.notes))
        messages.push({ type: 'note', channel, note: note[1], velocity: note[2] });
    });
    steps.push([Number(sample), messages]);
    const next = nextTick();
    if (next === Infinity) break;
    const unit = 10000n * BigInt(division),
      product = BigInt(next - tick) * us * 441n;
    sample += product / unit;
    rest += product % unit;
    if (rest >= 1n << 32n) {
      rest -= 1n << 32n;
      ++sample;
    }
    tick = next;
  }
  return steps;
}

/**
 * Left and right in turn of the first `frames` frames of 128 samples.
 * `song`: { version, division, tempo: [[tick, us]], channels: [{ notes: [[tick, note, velocity]], programs: [[tick,
 * program]], controllers: { number: [[tick, value]] }, bends: [[tick]] }], patches: [{ values, rows }], globals }.
 */
export function renderModel(song, frames) {
  const patches = song.patches.map(({ values, rows }) => ({
    values: converted(since, 89, song.version, values),
    rows: rows.map(([source, amount, d]) => [source, amount, destinationOf(d, song.version)]),
  }));
  const globals = converted(globalsSince, 23, song.version, song.globals);
  const voices = Array.from({ length: 64 }, (_, i) => new Voice(i)),
    channels = Array.from({ length: 16 }, () => new Channel());
  const reverb = new Reverb(),
    delay = new ModDelay(32768),
    compressor = new Compressor(),
    dcs = [new Dc(), new Dc()],
    cuts = [
      { low: 0, high: 0 },
      { low: 0, high: 0 },
    ];
  let stamp = 0;
  const patchOf = (channel) => patches[channels[channel].program];
  const parametersOf = (voice) => modulated(patchOf(voice.owner), 0, 59, voice, channels[voice.owner].controllers);
  const slice = (p, from, count) => p.slice(from, from + count);

  function noteOn(c, note, velocity) {
    const owned = voices.filter(({ owner }) => owner === c),
      oldest = (list) => list.reduce((a, b) => (b.stamp < a.stamp ? b : a));
    const steal = (list) => {
      const released = list.filter(({ gate }) => !gate);
      return oldest(released.length > 0 ? released : list);
    };
    const most = Math.max(1, patchOf(c).values[88]);
    const voice = owned.length >= most ? steal(owned) : (voices.find(({ owner }) => owner < 0) ?? steal(voices));
    voice.owner = c;
    channels[c].current = voices.indexOf(voice);
    voice.stamp = stamp++;
    const p = parametersOf(voice);
    voice.note = note;
    voice.velocity = velocity;
    voice.gate = true;
    for (const envelope of voice.envelopes) envelope.state = 'attack';
    const sync = R(p[58]);
    if (sync >= 1) for (const oscillator of voice.oscillators) oscillator.counter = 0;
    if (sync === 2) {
      for (const envelope of voice.envelopes) envelope.value = 0;
      for (const oscillator of voice.oscillators) {
        oscillator.low = oscillator.band = 0;
        oscillator.seed = oscillator.first;
      }
      voice.ramp = 0;
      voice.filters = [new Filter(), new Filter()];
      voice.distortion = new Distortion();
    }
    voice.lfos.forEach((lfo, i) => {
      const [, isSynced, , , phase] = slice(p, 44 + 7 * i, 7);
      if (R(isSynced) === 0) return;
      lfo.counter = FIX(f32(phase / 128));
      lfo.last = 2 ** 32 - 1;
    });
    voice.dc = new Dc();
  }

  function message({ type, channel: c, number, value, note, velocity }) {
    const channel = channels[c];
    if (type === 'program') {
      if (channel.program !== (value & 127)) for (const voice of voices) if (voice.owner === c) voice.owner = -1;
      channel.program = value & 127;
      channel.controllers.fill(0, 0, 6);
    } else if (type === 'controller') channel.controllers[number - 1] = value;
    else if (velocity > 0) noteOn(c, note, velocity);
    else {
      const voice = voices.find((each) => each.owner === c && each.note === note && each.gate);
      if (voice) voice.gate = false;
    }
  }

  function renderVoice(voice, p, sides, auxA, auxB) {
    const v = new Float32Array(F),
      key = voice.note + (p[1] - 64);
    voice.oscillators.forEach((oscillator, i) => oscillator.run(slice(p, 2 + 6 * i, 6), key, v, auxA, auxB));
    const routing = R(p[26]),
      x = (p[27] - 64) / 64,
      g1 = x >= 0 ? 1 - x : 1,
      g2 = x >= 0 ? 1 : 1 + x;
    const step = (n, y) => voice.filters[n].step(R(p[20 + 3 * n]) & 7, p[21 + 3 * n], p[22 + 3 * n], y);
    for (let i = 0; i < F; ++i) {
      if (routing === 0) v[i] = step(0, v[i]);
      else if (routing === 2) v[i] = step(0, v[i]) * g1 + step(1, v[i]) * g2;
      else v[i] = step(1, f32(step(0, v[i])));
    }
    voice.distortion.run(R(p[28]), p[29], p[30], p[31], [v]);
    const left = Math.sqrt(1 - p[0] / 128),
      right = Math.sqrt(p[0] / 128);
    for (let i = 0; i < F; ++i) {
      const y = voice.dc.step(v[i]) * voice.ramp;
      voice.ramp = f32(voice.ramp + voice.slope);
      sides[0][i] += left * y + D;
      sides[1][i] += right * y + D;
    }
  }

  const stereo = () => [new Float32Array(F), new Float32Array(F)];
  function frame() {
    const own = new Map();
    for (const voice of voices) {
      if (voice.owner < 0) continue;
      const p = parametersOf(voice);
      own.set(voice, p);
      voice.envelopes.forEach((envelope, i) => envelope.step(slice(p, 32 + 6 * i, 6), voice.gate));
      voice.lfos.forEach((lfo, i) => lfo.step(slice(p, 44 + 7 * i, 7)));
      voice.slope = f32((voice.envelopes[0].out / 128 - voice.ramp) / F);
      if (voice.envelopes[0].state === 'off') voice.owner = -1;
    }
    const chains = channels.map((channel, c) =>
      modulated(patchOf(c), 59, 88, voices[channel.current], channel.controllers),
    );
    const mix = stereo(),
      auxA = stereo(),
      auxB = stereo(),
      aux1 = new Float32Array(F),
      aux2 = new Float32Array(F);
    channels.forEach((channel, c) => {
      const mine = voices.filter(({ owner }) => owner === c);
      if (mine.length === 0) return;
      const x = stereo(),
        p = chains[c];
      for (const voice of mine) renderVoice(voice, own.get(voice), x, auxA, auxB);
      if (c === 15) for (const side of x) side.fill(0);
      const vol = (0.6 * p[59]) / 128;
      for (const s of [0, 1])
        for (let i = 0; i < F; ++i) x[s][i] += (p[60] / 128) * auxA[s][i] + (p[61] / 128) * auxB[s][i];
      channel.dc(0, x);
      channel.compressor.run(slice(p, 79, 9), R(f32(p[82] * f32(44.1))), x);
      channel.boost.run(p[67], x);
      const distort = () => {
        channel.distortion.run(R(p[68]), p[69], p[70], p[71], x);
        channel.dc(1, x);
      };
      const chorus = () =>
        channel.chorus.run(
          slice(p, 72, 7),
          (s, i) => x[s][i],
          (i, z, wet) => {
            for (const s of [0, 1]) x[s][i] = (1 - Math.abs(wet)) * (x[s][i] + D) + wet * z[s];
          },
        );
      for (const part of R(p[66]) === 0 ? [distort, chorus] : [chorus, distort]) part();
      for (let i = 0; i < F; ++i) {
        aux1[i] += ((vol * 0.6 * p[64]) / 128) * (x[0][i] + x[1][i]);
        aux2[i] += ((vol * 0.6 * p[65]) / 128) * (x[0][i] + x[1][i]);
        for (const s of [0, 1]) {
          auxA[s][i] += ((0.6 * p[62]) / 128) * x[s][i];
          auxB[s][i] += ((0.6 * p[63]) / 128) * x[s][i];
          mix[s][i] += vol * x[s][i];
        }
      }
    });
    reverb.run(slice(globals, 0, 4), aux1, mix);
    delay.run(
      slice(globals, 4, 7),
      (_, i) => aux2[i],
      (i, z, wet) => {
        for (const s of [0, 1]) mix[s][i] += wet * z[s];
      },
    );
    const lf = ((globals[11] + 1) / 128) ** 2,
      hf = ((globals[12] + 1) / 128) ** 2;
    for (const s of [0, 1])
      for (let i = 0; i < F; ++i) {
        const x = dcs[s].step(mix[s][i]);
        let y = x - cuts[s].low;
        cuts[s].low = f32(cuts[s].low + lf * y);
        if (hf !== 1) y = cuts[s].high = f32(cuts[s].high + hf * (y - cuts[s].high));
        mix[s][i] = y;
      }
    compressor.run(slice(globals, 13, 9), R(globals[16] * f32(44.1)), mix);
    return mix;
  }

  const steps = stepsOf(song),
    sound = new Float32Array(2 * F * frames);
  let next = 0;
  for (let at = 0; at < frames; ++at) {
    for (; next < steps.length && steps[next][0] <= at * F; ++next) steps[next][1].forEach(message);
    const [left, right] = frame();
    for (let i = 0; i < F; ++i) {
      sound[2 * (at * F + i)] = left[i];
      sound[2 * (at * F + i) + 1] = right[i];
    }
  }
  return sound;
}
