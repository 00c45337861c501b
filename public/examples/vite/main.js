import 'vitrine/element.css';
import 'vitrine/element';

const viewer = document.querySelector('vitrine-viewer');
const list = document.querySelector('#actions');

viewer.addEventListener('load', () => {
  list.replaceChildren(
    ...viewer.actions.map(({ name, duration }) => {
      const button = document.createElement('button');
      button.textContent = `${name}, ${duration.toFixed(1)} s`;
      button.onclick = () => {
        viewer.action = name;
        viewer.play();
      };
      return button;
    }),
  );
});
