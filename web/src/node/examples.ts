// Examples in the help of the commands: the arguments, and the result. They fit files of any format.

import type { Command } from './command';

export const examples = {
  check: [
    ['hero.md5mesh walk.md5anim', 'one document of two files'],
    ['models --batch --max-warnings 0', 'every model below a folder'],
    ['hero.md5mesh --fix -o fixed.md5mesh', 'automatic fixes; --only MD5_WEIGHT_SUM for one code'],
    ['ogre.md5mesh ogre.md5anim --for vkquake', 'whether the engine takes it; --for all for a table'],
    ['models --batch --format sarif > vitrine.sarif', 'for code scanning; --format junit for test reports'],
  ],
  compare: [
    ['old.md5mesh,walk.md5anim new.md5mesh,walk.md5anim --action walk', 'the files of each side, separated by commas'],
    ['hero.md5mesh hero.scene --max-distance 0.001', 'exit status 1 if a conversion moved a vertex'],
  ],
  convert: [
    ['hero.md5mesh walk.md5anim -o hero.glb --report losses.json', 'with the list of losses'],
    ['model.zip -o - --to qmsh > model.qmsh', 'an archive, to standard output'],
    ['ogre.iqm -o progs/ogre.md5mesh --for vkquake --replaces ogre.mdl', 'for an engine, with its animation'],
    ['models --batch --to glb -o converted', 'every model below a folder, under its own name'],
    ['melody.v2m -o melody.mid', 'a song, as MIDI'],
  ],
  curves: [
    ['pinwheel.qmsh.tmp --action gust', 'a table of its curves'],
    ['scene.scene --json --sample 50', 'all keys, and 50 points per curve'],
    ['models --batch', 'the curves of every model below a folder'],
  ],
  figure: [['hero.md5mesh walk.md5anim --action walk --playing -o hero.html', 'a page for an email']],
  inspect: [
    ['hero.md5mesh walk.md5anim', 'as tables'],
    ['models --batch --format md > models.md', 'a summary of every model below a folder'],
    ['pack.pk4 --json', 'an archive, as JSON'],
  ],
  pack: [
    ['hero.md5mesh walk.md5anim -o hero.vit.glb', 'a vertex may be off by 0.1 % of the size'],
    ['hero.md5mesh idle.md5anim -o hero.glb --texture-size 512 --tolerance 0.0002', 'with small images, more exact'],
  ],
  pose: [
    ['hero.md5mesh walk.md5anim --action walk --frame 12', 'every joint of one frame'],
    ['hero.md5mesh --vertices --space world', 'the bind pose with its vertices, y up'],
    ['models --batch > poses.json', 'every model below a folder, in one JSON'],
  ],
  render: [
    ['hero.md5mesh walk.md5anim --action walk --frame 12 -o hero.png', 'one frame of an action'],
    ['hero.md5mesh -o hero.png --size 1280x720 --background transparent', 'a cut-out'],
    ['hero.md5mesh walk.md5anim --animate turntable -o hero.gif', 'an animated GIF; .png is an animated PNG'],
    ['hero.md5mesh walk.md5anim idle.md5anim --animate sheet -o actions.png', 'all actions side by side'],
    ['models --batch -o posters', 'a thumbnail of every model below a folder'],
    ['room.world.json -o room.png --times 0,0.5,1', 'a world document after a second'],
    ['melody.v2m -o melody.wav --seconds 30', 'the sound of a song'],
    ['scene.zip -o - --view "camera Camera.001" | display', 'from a camera of the file, piped to another program'],
  ],
  skin: [
    ['hero.md5mesh walk.md5anim --vertex 12 --action walk --frame 3', 'each influence, its matrices, and the sum'],
    ['hero.md5mesh --vertex 12 --format input | vitrine skin -', 'the numbers for a shader; skinned from them'],
    ['numbers.json', 'positions of the vertices in numbers.json'],
  ],
  sound: [
    ['melody.v2m', 'tables and notes'],
    ['effects.vfx --format csv', 'only the notes, for a spreadsheet'],
  ],
  view: [
    ['hero.md5mesh walk.md5anim', 'opens the page in the browser; a file that changes is reloaded'],
    [
      'progs/ogre.md5mesh progs/ogre.md5anim --for vkquake',
      'with what an engine makes of the files, after each change',
    ],
    [
      'work/ogre.glb --for fteqw --out quake/id1/models/ogre',
      'with the files that an engine reads, written after each change',
    ],
    ['models --no-open --port 9000', 'all models of a folder, for a browser that is open already'],
  ],
} as const satisfies Record<string, Command['examples']>;
