import { createVitrine } from 'vitrine';

import Viewer from './viewer';

export default async function Page() {
  const { version } = await createVitrine();
  return (
    <main>
      <p>Vitrine {version}</p>
      <Viewer src="/model/column.md5mesh" animations="/model/bend.md5anim" alt="A column that bends" />
    </main>
  );
}
