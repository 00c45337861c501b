// What parts of the page that are fetched later (late.ts) have from the page's own script: it is there once, with its
// language and its settings. The build reads the names here, and a part that imports another name of these modules is refused.

export { scriptUrl } from '../base/trusted';
export { plainFile } from '../archives/unpack';
export { plainName } from '../core/gzipName';
export { startAction } from '../core/startAction';
export { chosenView } from '../viewer/memory';
export { h, iconButton } from './dom';
export { namesOf } from './files/addresses';
export { isolated } from './inert';
export { countOf, joined, t } from './language';
export { formatHash } from './linkState';
export { perFrame } from './perFrame';
export { VirtualList } from './virtual';
export { baseName, kindName } from './words';
