// Checks an IQM for one engine: its own file, in the order in which the engine meets what is wrong, and what it looks for.

import { type Asked, type Beside, companionAsked, companionsAsked, imagesAsked } from './asks';
import { hasSkeletalMagic, type SkeletalModel, isSkeletalName, readSkeletal } from './skeletalModel';
import { skeletalRules } from './skeletalRules';
import { type EngineVerdict, type Found, type ModelFile, noReader, readerVerdict, worded } from './judge';
import type { FrameReader, Profile } from './profile';

export interface ReadSkeletal {
  file: ModelFile;
  model: SkeletalModel;
}

/** Skins of one model beyond this number no engine looks for. */
const kMostSkins = 32;

export const isSkeletal = ({ name, bytes }: ModelFile): boolean => isSkeletalName(name) || hasSkeletalMagic(bytes);

export const readSkeletalFile = (file: ModelFile): ReadSkeletal => ({ file, model: readSkeletal(file.bytes) });

export function judgeSkeletal(profile: Profile, { file, model }: ReadSkeletal, beside: Beside): EngineVerdict {
  const reader = profile.skeletal;
  if (!reader) return noReader(profile, file.name, 'IQM');
  return readerVerdict(
    profile,
    reader,
    file.name,
    brokenOf(reader, file, model),
    asksOf(reader, file.name, model, beside),
  );
}

/** Rules of a profile stand in the order of its reader; what it does not come to is not said. */
function brokenOf(reader: FrameReader, file: ModelFile, model: SkeletalModel): EngineVerdict['rules'] {
  const found: Found[] = [];
  for (const [rule, spec] of Object.entries(reader.rules)) {
    for (const hit of skeletalRules[rule]?.(model, spec) ?? []) found.push({ ...hit, rule, part: 'model' });
    // Behind a header that is none there is nothing to be read.
    if (found.length > 0 && (!model.hasHeader || !model.hasMagic)) break;
  }
  return worded(reader, file, found, { isText: false, inOrder: true });
}

function asksOf(reader: FrameReader, name: string, model: SkeletalModel, beside: Beside): Asked[] {
  const skins = (reader.skins ?? []).flatMap((pattern) =>
    Array.from({ length: pattern.includes('{n}') ? kMostSkins : 1 }, (_, n) =>
      companionAsked(pattern, name, beside, n),
    ).filter(({ found }, n) => found || n === 0),
  );
  const materials = model.meshes.flatMap(({ material }) => (material ? [material] : []));
  return [
    ...companionsAsked(reader, name, beside),
    ...skins,
    ...(reader.images ? imagesAsked(reader.images, name, materials, beside) : []),
  ];
}
