// A job's row in the tables: 19 texels of numbers and 5 of whole ones, 50 jobs in a row of the texture.
uniform highp sampler2D u_jobs;
uniform highp usampler2D u_jobNumbers;

vec4 jobTexel(uint job, int texel) {
  return texelFetch(u_jobs, ivec2(int(job % 50u) * 19 + texel, int(job / 50u)), 0);
}
uvec4 jobNumbers(uint job, int texel) {
  return texelFetch(u_jobNumbers, ivec2(int(job % 50u) * 5 + texel, int(job / 50u)), 0);
}
mat4 jobMatrix(uint job) {
  return mat4(jobTexel(job, 0), jobTexel(job, 1), jobTexel(job, 2), jobTexel(job, 3));
}
