import type {} from 'vitrine/solid';
import type { VitrineViewerElement } from 'vitrine/element';

export const figure = (
  <vitrine-viewer
    src="model/column.md5mesh"
    camera-orbit="30deg 75deg 120%"
    controls="full"
    playing
    speed={0.5}
    alt="A column"
    on:actionchange={({ detail }) => console.log(detail.index.toFixed())}
  />
);

// @ts-expect-error there are no such controls
export const wrong = <vitrine-viewer controls="some" />;
// @ts-expect-error a source is a text
export const none = <vitrine-viewer src={1} />;
export const time = (viewer: VitrineViewerElement): number => viewer.currentTime;
