// GPU memory and draw calls: the calls of a context that allocate, free and draw are counted
// on their way.

import type { GpuStatistics } from '../../protocol/questions';

type Kind = 'buffer' | 'texture' | 'target';
interface Entry {
  kind: Kind;
  owner: number;
  bytes: number;
}

/** Bytes per pixel of the formats in use; four for all others. */
const bytesOfFormat = (gl: WebGL2RenderingContext, format: number): number =>
  format === gl.RGBA32F ? 16 : format === gl.R8 ? 1 : 4;

export class GpuMemory {
  /** Draw calls so far. */
  drawCalls = 0;
  /** Whose allocations follow; -1 = the page's. */
  owner = -1;
  private readonly entries = new Map<object, Entry>();
  private readonly bound = new Map<number, object | null>();

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.watchBuffers();
    this.watchTextures();
    this.watchTargets();
    const draw = (): void => void ++this.drawCalls;
    after(gl, 'drawElements', draw);
    after(gl, 'drawArrays', draw);
    after(gl, 'drawArraysInstanced', draw);
    after(gl, 'drawElementsInstanced', draw);
  }

  /** The context is gone, and everything with it. */
  clear(): void {
    this.entries.clear();
    this.bound.clear();
  }

  /** Buffers and textures of one owner, and the targets of all. */
  of(owner: number): GpuStatistics {
    const sum = (kind: Kind): number => {
      let bytes = 0;
      for (const entry of this.entries.values())
        if (entry.kind === kind && (kind === 'target' || entry.owner === owner)) bytes += entry.bytes;
      return bytes;
    };
    const [buffers, textures, targets] = [sum('buffer'), sum('texture'), sum('target')];
    return { buffers, textures, targets, bytes: buffers + textures + targets };
  }

  private set(target: number, kind: Kind, bytes: number): void {
    const object = this.bound.get(target);
    if (object) this.entries.set(object, { kind, owner: this.owner, bytes });
  }

  private watchBuffers(): void {
    const { gl } = this;
    after(gl, 'bindBuffer', (target, buffer) => this.bound.set(target, buffer));
    // A vertex array brings its own index buffer: which one that is, only the context knows.
    after(gl, 'bufferData', (...args: readonly unknown[]) => {
      const [target, data, , offset = 0, length] = args as [number, number | ArrayBufferView, number, number?, number?];
      const binding = target === gl.ELEMENT_ARRAY_BUFFER ? gl.ELEMENT_ARRAY_BUFFER_BINDING : gl.ARRAY_BUFFER_BINDING;
      if (target === gl.ELEMENT_ARRAY_BUFFER || target === gl.ARRAY_BUFFER)
        this.bound.set(target, gl.getParameter(binding) as object | null);
      this.set(target, 'buffer', typeof data === 'number' ? data : bytesOf(data, offset, length));
    });
    after(gl, 'deleteBuffer', (buffer) => void (buffer && this.entries.delete(buffer)));
  }

  private watchTextures(): void {
    const { gl } = this;
    after(gl, 'bindTexture', (target, texture) => this.bound.set(target, texture));
    const current = (): object | null => gl.getParameter(gl.TEXTURE_BINDING_2D) as object | null;
    after(gl, 'texStorage2D', (target, levels, format, width, height) => {
      this.bound.set(target, current());
      const bytes = width * height * bytesOfFormat(gl, format);
      this.set(target, 'texture', levels > 1 ? Math.round((bytes * 4) / 3) : bytes);
    });
    after(gl, 'texImage2D', (...args: readonly unknown[]) => {
      const [target, , format] = args as number[];
      // With a size in the arguments, or with an image that has one.
      const [width, height] =
        args.length > 6
          ? [Number(args[3]), Number(args[4])]
          : [(args[5] as ImageBitmap).width, (args[5] as ImageBitmap).height];
      this.bound.set(target!, current());
      this.set(target!, 'texture', width * height * bytesOfFormat(gl, format!));
    });
    // Level after level of one texture, each as many bytes as it has.
    after(gl, 'compressedTexImage2D', (...args: readonly unknown[]) => {
      const [target, level] = args as number[],
        object = current(),
        before = level === 0 ? 0 : ((object && this.entries.get(object)?.bytes) ?? 0);
      this.bound.set(target!, object);
      this.set(target!, 'texture', before + (args[6] as ArrayBufferView).byteLength);
    });
    after(gl, 'generateMipmap', (target) => {
      const object = current(),
        entry = object && this.entries.get(object);
      if (entry && target === gl.TEXTURE_2D) entry.bytes = Math.round((entry.bytes * 4) / 3);
    });
    after(gl, 'deleteTexture', (texture) => void (texture && this.entries.delete(texture)));
    after(gl, 'framebufferTexture2D', (_target, _attachment, _textarget, texture) => {
      const entry = texture && this.entries.get(texture);
      if (entry) entry.kind = 'target';
    });
  }

  private watchTargets(): void {
    const { gl } = this;
    after(gl, 'bindRenderbuffer', (target, buffer) => this.bound.set(target, buffer));
    after(gl, 'renderbufferStorageMultisample', (target, samples, _format, width, height) =>
      this.set(target, 'target', width * height * 4 * Math.max(1, samples)),
    );
    after(gl, 'deleteRenderbuffer', (buffer) => void (buffer && this.entries.delete(buffer)));
  }
}

/** Elements of a view from `offset` on, all that follow where no length is given. */
function bytesOf(data: ArrayBufferView, offset: number, length: number | undefined): number {
  const element = (data as Uint8Array).BYTES_PER_ELEMENT;
  return length ? length * element : data.byteLength - offset * element;
}

type Method = {
  [Name in keyof WebGL2RenderingContext]: WebGL2RenderingContext[Name] extends (...args: never[]) => unknown
    ? Name
    : never;
}[keyof WebGL2RenderingContext];

/** Calls `called` with the arguments of every call of a method, once it has been done. */
function after<Name extends Method>(
  gl: WebGL2RenderingContext,
  name: Name,
  called: (...args: Parameters<Extract<WebGL2RenderingContext[Name], (...args: never[]) => unknown>>) => void,
): void {
  const method = gl[name] as unknown as (...args: unknown[]) => unknown;
  Object.defineProperty(gl, name, {
    configurable: true,
    value(...args: unknown[]) {
      const answer = method.apply(gl, args);
      (called as unknown as (...args: unknown[]) => void)(...args);
      return answer;
    },
  });
}
