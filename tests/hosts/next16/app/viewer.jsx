'use client';

import 'vitrine/element';

export default function Viewer(attributes) {
  return <vitrine-viewer controls="" {...attributes} />;
}
