export default {
  title: 'A site',
  url: 'http://localhost',
  baseUrl: '/',
  presets: [['classic', { docs: false, blog: false }]],
};
