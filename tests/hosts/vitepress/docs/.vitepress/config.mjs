export default {
  title: 'A site',
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'vitrine-viewer' } } },
};
