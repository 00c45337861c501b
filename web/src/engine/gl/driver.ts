// Name of the GPU driver behind a context.

/** Asked once: the driver's answer waits for all that is queued. */
const names = new WeakMap<WebGL2RenderingContext, string>();

/** Name of the driver, where the browser gives it. */
export function driverName(gl: WebGL2RenderingContext): string {
  let name = names.get(gl);
  if (name === undefined) {
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
    names.set(gl, name);
  }
  return name;
}

/** The processor draws: every sample of a texture takes time. */
export const drawsInSoftware = (gl: WebGL2RenderingContext): boolean =>
  /swiftshader|llvmpipe|softpipe|software|basic render/i.test(driverName(gl));
