// Files that people take for models and that Vitrine does not read: each is named, with what to do. The first kilobyte of
// every kind is written here, from the formats' public descriptions.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { createVitrine } from '../../dist/node/index.js';
import { square } from './support/inputs.mjs';
import { root, vitrine as run, vitrineJson } from './support/vitrine.mjs';

const text = (words) => Buffer.from(words);
/** A kilobyte that begins so; the rest is no text, and no zeros. */
const binary = (...begin) => {
  const parts = begin.map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(Uint32Array.of(part).buffer),
  );
  const head = Buffer.concat(parts);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, 1024 - head.length), 0x81)]);
};
const at = (offset, tag, size = 1024) => {
  const bytes = Buffer.alloc(size, 0x81);
  bytes.write(tag, offset, 'latin1');
  return bytes;
};
const pointer = text(`version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 12345678\n`);
const stl = Buffer.alloc(84 + 50 * 2);
stl.writeUInt32LE(2, 80);
const max = Buffer.alloc(1024, 0x81);
max.writeUInt16LE(0x4d4d, 0);
max.writeUInt32LE(1024, 2);
max.writeUInt16LE(0x0002, 6);
const level = Buffer.alloc(1024, 0);
level.writeUInt32LE(29, 0);
for (let i = 0; i < 15; ++i) level.writeUInt32LE(124 + i, 4 + 8 * i);

const does = (what, opener) => `is ${what}. Vitrine does not read it; ${opener}.`;
/** Name, bytes, and what is said of them. */
const kinds = [
  [
    'scientist.mdl',
    binary('IDST', 10),
    does('a Half-Life model (MDL of GoldSrc)', 'Half-Life Asset Manager and Crowbar do'),
  ],
  ['alyx.mdl', binary('IDST', 48), does('a model of the Source engine (MDL)', 'Crowbar and Blender with SourceIO do')],
  ['hl01.mdl', binary('IDSQ', 10), /sequence group of a Half-Life model/],
  ['body.mdc', binary('IDPC', 2), /a Wolfenstein model \(MDC\)/],
  ['body.mdr', binary('RDM5', 2), /a skeletal Quake III model \(MDR\)/],
  ['body.mds', binary('MDSW', 4), /a Return to Castle Wolfenstein model \(MDS\)/],
  ['body.mdm', binary('MDMW', 3), /an Enemy Territory model \(MDM\)/],
  ['body.mdx', binary('MDXW', 2), /an Enemy Territory skeleton \(MDX\)/],
  ['m.dpm', binary('DARKPLACESMODEL\0', 2), does('a DarkPlaces model (DPM)', 'DarkPlaces does')],
  ['m.zym', binary('ZYMOTICMODEL', 1), does('a Zymotic model (ZYM)', 'DarkPlaces does')],
  ['m.psk', binary('ACTRHEAD'.padEnd(20, '\0')), /an Unreal model \(PSK\)/],
  ['m.psa', binary('ANIMHEAD'.padEnd(20, '\0')), /Unreal animations \(PSA\)/],
  [
    'x.smd',
    text('// Created by Blender\nversion 1\nnodes\n0 "root" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\n'),
    does('a Valve model text (SMD)', 'Blender Source Tools do'),
  ],
  ['m.b3d', binary('BB3D', 1016), /a Blitz3D model \(B3D\)/],
  ['m.ms3d', binary('MS3D000000', 4), /a MilkShape 3D model \(MS3D\)/],
  ['m.bmd5mesh', binary('BRM\x6c'), /a binary model of Doom 3 BFG \(bmd5mesh\)\. .*use the \.md5mesh/],
  ['m.bmd5anim', binary('BMD\x65'), /a binary animation of Doom 3 BFG \(bmd5anim\)\. .*use the \.md5anim/],
  ['m.blwo', binary('BRM\x6c'), /a binary model of Doom 3 BFG/],
  ['m.base', binary('BRM\x6c'), /a binary model of Doom 3 BFG/],
  ['t.x', text('xof 0302txt 0064\ntemplate Header {\n}\n'), does('a DirectX model (X)', 'Assimp does')],
  ['b.x', binary('xof 0303bin 0032'), does('a DirectX model (X)', 'Assimp does')],
  ['m.lwo', binary('FORM\0\0\x03\xf8LWO2'), /a LightWave object \(LWO\)/],
  ['old.lwo', binary('FORM\0\0\x03\xf8LWOB'), /a LightWave object \(LWO\)/],
  ['m.ase', text('*3DSMAX_ASCIIEXPORT\t200\n*COMMENT "x"\n*SCENE {\n}\n'), /a text of 3ds Max \(ASE\)/],
  ['m.3ds', max, /a 3D Studio model \(3DS\)/],
  [
    'm.fbx',
    binary('Kaydara FBX Binary  \0\x1a\0', 7400),
    does('an FBX model, binary', 'Blender, which converts it to glTF, does'),
  ],
  ['t.fbx', text('; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n}\n'), /an FBX model, as text/],
  [
    'm.obj',
    text('# Blender\nmtllib m.mtl\no Cube\nv 1 1 -1\nv 1 -1 -1\nv 1 1 1\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n'),
    /a Wavefront model \(OBJ\)/,
  ],
  ['t.stl', text('solid cube\n facet normal 0 0 1\n  outer loop\n'), /an STL model/],
  ['b.stl', stl, /an STL model/],
  ['t.ply', text('ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nend_header\n'), /a PLY model/],
  ['b.ply', text('ply\r\nformat binary_little_endian 1.0\r\n'), /a PLY model/],
  ['m.usdc', binary('PXR-USDC\0'), /a USD scene, binary/],
  ['m.usda', text('#usda 1.0\n(\n)\ndef Xform "x" {}\n'), /a USD scene, as text/],
  [
    'm.dae',
    text('<?xml version="1.0" encoding="utf-8"?>\n<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema">\n'),
    /a COLLADA model \(DAE\)/,
  ],
  ['e1m1.bsp', level, /a level of Quake or Half-Life \(BSP\)/],
  ['big.bsp', binary('BSP2'), /a large level of Quake/],
  ['q3dm17.bsp', binary('IBSP', 46), /a level of Quake II or Quake III/],
  ['d1.bsp', binary('VBSP', 20), /a level of the Source engine/],
  ['doom.wad', binary('IWAD', 2000), does('the data of a Doom game (WAD)', 'SLADE does')],
  ['mod.wad', binary('PWAD', 2), /a mod of a Doom game/],
  ['gfx.wad', binary('WAD2', 2), /textures of Quake/],
  ['hl.wad', binary('WAD3', 2), /textures of Half-Life/],
  ['pak01_dir.vpk', binary(0x55aa1234, 2), /an archive of the Source engine/],
  ['texture', binary('\xabKTX 20\xbb\r\n\x1a\n'), /a KTX2 texture\. .*export the image as PNG/],
  ['t.bin', binary('DDS ', 124), /a DDS image\. Vitrine reads it as the image of a model/],
  ['m.blend', binary('BLENDER-v401'), does('a Blender file', 'Blender, which converts it to glTF, does')],
  ['z.blend', binary('\x28\xb5\x2f\xfd'), /compressed with Zstandard/],
  ['s.mid', binary('MThd\0\0\0\x06'), does('a MIDI song', 'every sequencer does')],
  ['s.xm', binary('Extended Module: '), does('a tracker song (XM)', 'OpenMPT does')],
  ['s.it', binary('IMPM'), /a tracker song \(IT\)/],
  ['s.s3m', at(44, 'SCRM'), /a tracker song \(S3M\)/],
  ['s.mod', at(1080, 'M.K.', 2048), /a tracker song \(MOD\)/],
  [
    'page.md5mesh',
    text('\r\n<!DOCTYPE HTML>\n<html><head><title>404 Not Found</title></head></html>\n'),
    /is a web page \(HTML\)\. .*download the file itself/,
  ],
  ['song.v2m', text('<html><body>Not found</body></html>'), /is a web page \(HTML\)/],
  ['names.mtr', text('<html><body>Not found</body></html>'), /is a web page \(HTML\)/],
  [
    'big.glb',
    pointer,
    /^big\.glb is a Git LFS pointer of \d+ bytes, not the file itself\. Fetch the file with git lfs pull\.$/,
  ],
  ['song2.v2m', pointer, /is a Git LFS pointer/],
  ['m.md5mesh', Buffer.alloc(1000), /nothing but 1000 zero bytes/],
  ['a.7z', binary('7z\xbc\xaf\x27\x1c'), /a 7-Zip archive\. Vitrine does not unpack it/],
  ['a.rar', binary('Rar!\x1a\x07\x01\0'), /a RAR archive/],
  ['a.tar', at(257, 'ustar'), /a tar archive/],
  ['a.iqm.xz', binary('\xfd7zXZ\0'), /compressed with xz/],
  ['a.iqm.bz2', binary('BZh91AY'), /compressed with bzip2/],
];

let vitrine, folder;
before(async () => {
  vitrine = await createVitrine();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-neighbours-'));
});
after(() => rmSync(folder, { recursive: true }));

const issuesOf = (files) => {
  const document = vitrine.load(files);
  const { issues } = document.report;
  document.dispose();
  return issues.messages;
};

describe('a file of another kind', () => {
  for (const [name, bytes, said] of kinds)
    test(name, () => {
      const [issue] = issuesOf([{ name, bytes }]);
      assert.equal(issue.code, 'UNKNOWN_FORMAT');
      assert.equal(issue.severity, 0);
      if (typeof said === 'string') assert.equal(issue.message, `${name} ${said}`);
      else assert.match(issue.message, said);
      assert.ok(issue.message.startsWith(`${name} is `), issue.message);
    });

  test('is named by the error of the module and by the exit status of commands, without a table of zeros', () => {
    const [name, bytes, said] = kinds.find(([each]) => each === 'x.smd');
    assert.throws(
      () => vitrine.open([{ name, bytes }]),
      (error) => error.code === 'UNKNOWN_FORMAT' && error.message.endsWith(`${name} ${said}`),
    );
    const path = join(folder, name);
    writeFileSync(path, bytes);
    for (const command of [['check'], ['inspect'], ['pose'], ['convert', '-o', join(folder, 'x.glb')]]) {
      const { status, stdout, stderr } = run([command[0], path, ...command.slice(1)]);
      assert.equal(status, 1, command[0]);
      assert.ok((stdout + stderr).includes(said), `${command[0]}: ${stdout}${stderr}`);
      assert.doesNotMatch(stdout, /triangles|Statistics/);
    }
    const { status, value } = vitrineJson(['inspect', path, '--json']);
    assert.equal(status, 1);
    assert.equal(value.issues.messages[0].message, `${name} ${said}`);
  });

  test('that is a companion is named beside the model that is shown', () => {
    const document = vitrine.open([
      { name: 'a.md5mesh', bytes: text(square()) },
      { name: 'walk.md5anim', bytes: pointer },
    ]);
    assert.match(document.report.issues.messages[0].message, /^walk\.md5anim is a Git LFS pointer/);
    document.dispose();
  });

  test('that is a buffer of a glTF is named with its place', () => {
    const gltf = {
      asset: { version: '2.0' },
      buffers: [{ uri: 'big.bin', byteLength: 36 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0 }],
    };
    const [issue] = issuesOf([
      { name: 'a.gltf', bytes: text(JSON.stringify(gltf)) },
      { name: 'big.bin', bytes: pointer },
    ]);
    assert.equal(issue.code, 'GLTF_BUFFER');
    assert.equal(issue.path, '/buffers/0/uri');
    assert.match(issue.message, /'big\.bin' is a Git LFS pointer of \d+ bytes; fetch the file with git lfs pull/);
  });

  test('that is an image is named, and the model is shown', () => {
    assert.throws(() => vitrine.decodeImage(pointer), /Git LFS pointer of \d+ bytes/);
    mkdirSync(join(folder, 'skin'));
    writeFileSync(join(folder, 'skin/square.md5mesh'), square());
    writeFileSync(join(folder, 'skin/cloth.tga'), pointer);
    const { status, stderr } = run(['render', join(folder, 'skin'), '-o', join(folder, 'x.png')]);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /cloth\.tga.*Git LFS pointer/);
  });

  test('that is KTX2 is named alone, by the command and the module', () => {
    const bytes = Buffer.from('ab4b545820' + '3230bb0d0a1a0a00000000', 'hex');
    writeFileSync(join(folder, 't.ktx2'), bytes);
    const { status, stdout } = run(['check', join(folder, 't.ktx2')]);
    assert.equal(status, 1);
    assert.match(
      stdout,
      /UNKNOWN_FORMAT: t\.ktx2 is a KTX2 texture\. Vitrine does not read it; export the image as PNG\./,
    );
    assert.throws(() => vitrine.open([{ name: 't.ktx2', bytes }]), { code: 'UNKNOWN_FORMAT', message: /KTX2 texture/ });
  });

  test('that is a song is named by the calls for songs', () => {
    for (const call of ['sound', 'song'])
      assert.throws(() => vitrine[call]({ name: 'a.v2m', bytes: pointer }), /Git LFS pointer/, call);
  });
});

test('no file that Vitrine reads is taken for another kind', () => {
  const below = (path) =>
    readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  let read = 0;
  for (const path of [...below('tests/data'), ...below('public/samples')]) {
    // Among these is a file of zeros alone.
    if (path.includes('hostile')) continue;
    const document = vitrine.load([{ name: path, bytes: readFileSync(path) }]);
    const { format, issues } = document.report;
    document.dispose();
    read += format !== '';
    for (const { message } of issues.messages)
      assert.doesNotMatch(message, /Vitrine does not (read|unpack) it|is nothing but/, path);
  }
  assert.ok(read > 150, `${read} files were read`);
});
