export default (config) => {
  config.addPassthroughCopy({ 'node_modules/vitrine/dist': 'vitrine', 'site/model': 'model' });
};

export const config = { dir: { input: 'site', output: 'dist' } };
