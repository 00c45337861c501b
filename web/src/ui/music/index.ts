// The script of songs, fetched when the first one is opened.

export { SongRoom } from './room';
