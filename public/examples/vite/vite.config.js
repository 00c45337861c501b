// The element finds its engine and its core beside its own script: Vite copies both when it builds, and must leave the
// package as it is while it serves.
export default {
  base: './',
  publicDir: '../../samples',
  optimizeDeps: { exclude: ['vitrine'] },
};
