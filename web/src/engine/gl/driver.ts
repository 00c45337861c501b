// What draws behind a context.

/** In the driver's own words, where the browser tells them. */
export function driverName(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
}

/** The processor draws: every sample of a texture takes time. */
export const drawsInSoftware = (gl: WebGL2RenderingContext): boolean =>
  /swiftshader|llvmpipe|softpipe|software|basic render/i.test(driverName(gl));
