// The script of worlds, fetched when the first one is opened.

export { WorldRoom } from './room';
