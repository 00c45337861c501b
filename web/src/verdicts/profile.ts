// Profile of an engine, as in the file and with inherited values filled in.

/** Reaction of an engine to a broken rule, worst first except for the last three. */
export type Severity = 'crash' | 'fatal' | 'refuse' | 'wrong' | 'loss' | 'ignored' | 'info';

/** Result for the model as a whole. `differs`: it loads and looks different; `empty`: it loads without geometry. */
export const verdicts = [
  'ok',
  'differs',
  'anim_refused',
  'empty',
  'refuse',
  'engine_stops',
  'crash',
  'no_reader',
] as const;
export type Verdict = (typeof verdicts)[number];

/** One rule as one engine has it. */
export interface ProfileRule {
  severity: Severity;
  /** The largest good value. */
  limit?: number;
  min?: number;
  max?: number;
  /** The only good values. */
  values?: readonly number[];
  /** What the rule is about, or the only good forms. */
  names?: readonly string[];
  /** Which of several ways the engine compares. */
  mode?: string;
  /** Instead of the verdict that the severity stands for. */
  verdict?: Verdict;
  /** File and line of the engine's source; that of its parser where it is absent. */
  source?: string;
  /** How sure it is, where that is less than the profile as a whole. */
  proof?: Proof;
}

/** The engine's own parser was run, its source was read, it follows from what was read, or it is unknown. */
export type Proof = 'measured' | 'read' | 'inferred' | 'unverified';

/** Where images are looked for. `{dir}` is the mesh's folder, `{shader}` the shader of the mesh. */
export interface ImageRule {
  /**
   * numbered: `NAME_SS_FF` by skin and frame; md2-skins: what the replaced MD2 names, by `{skin}` and `{skindir}`; material: a material of that name,
   * else an image; relative: a path from the model's folder.
   */
  rule: 'numbered' | 'md2-skins' | 'material' | 'relative';
  names?: readonly string[];
  /** Endings in the order that they are tried; an empty one takes the name as it stands. */
  types: readonly string[];
  /** Optional second images of the same name: `_glow`. */
  extras?: readonly string[];
  skins?: number;
  frames?: number;
  /** The shader is cut to so many bytes. */
  shaderBytes?: number;
  /** None is looked for when the shader holds a slash. */
  noSlash?: boolean;
}

/** The files that the engine will ask for. `{name}` is the mesh's without its ending, `{up}` the folder above `{dir}`. */
export interface Asks {
  animation?: string;
  /** The model that the MD5 stands in for; the engine asks for it first. */
  replaced?: string;
  optional?: readonly string[];
  /** A text that lists the animations with their rates; where it is, `animation` is not asked for. */
  config?: string;
  images?: ImageRule;
}

/** Animations that an engine asks for by name; it plays no others. */
export interface AnimationNames {
  names: readonly string[];
  /** What actions are called elsewhere, in lower case with blanks between words, and the engine's name for it. */
  alike: Readonly<Record<string, string>>;
  /** The name of the only action of a model, where it has no counterpart. */
  only?: string;
}

/** Limits for a writer. Null is no limit. */
export interface WrittenImages {
  /** Other kinds become the first. */
  types: readonly ('png' | 'jpg' | 'tga')[];
  /** Between the material's name and the ending: skin 0, frame 0. */
  suffix: string;
  /** Behind that, for what glows; null where the engine looks for none. */
  glow: string | null;
  /** A material without an image gets one of its colour: the engine draws nothing, or grey, without. */
  plain?: boolean;
}

export interface WriterFacts {
  /** Null where the engine's own configuration scales. */
  unitsPerMetre: number | null;
  axes: { forward: string; left: string; up: string };
  joints: number | null;
  /** Longest name of a joint. */
  nameBytes: number;
  /** A character class for joint names, as a regular expression. */
  namePattern: string;
  /** Most weights of a vertex that the engine uses. */
  influences: number | null;
  /** Biases are to be multiples of 1/biasSteps. */
  biasSteps: number | null;
  /** All weights of a vertex must give the same bind position. */
  oneBindPosition: boolean;
  /** Components that do not change may be left to the base frame; otherwise flags are 63. */
  compress: boolean;
  animations: 'per-action' | 'one-file';
  /** Frames per second, or that of the source (a whole number). */
  frameRate: number | 'source';
  /** closing-frame: the last frame repeats the first; open: it does not. */
  loop: 'closing-frame' | 'open';
  bounds: 'used' | 'used-whole' | 'counted' | 'ignored';
  rootMotion: 'keep' | 'lock';
  verticesPerMesh: number | null;
  verticesPerModel: number | null;
  trianglesPerMesh: number | null;
  trianglesPerModel: number | null;
  weightsPerMesh: number | null;
  meshes: number | null;
  meshesAtMostJoints: boolean;
  parentIndexMax: number | null;
  /** Paths in the game's folder; `{folder}` is that of the replaced model, `{action}` the animation's name. */
  layout: { mesh: string; animation: string; pathBytes: number | null };
  shader: {
    kind: 'material' | 'base-name' | 'md2-skin' | 'image-path';
    bytes: number | null;
    /** It may hold a slash. */
    slash: boolean;
  };
  /** Kinds of files beside the model that the engine reads: md5scale, md5.cfg, def, skin, mtr. */
  companions: readonly string[];
  /** How images are written beside the model; null where the engine reads none that can be written. */
  images: WrittenImages | null;
  /** The kind of model whose frames and skins the game counts. */
  replaces: 'mdl' | 'md2' | null;
  /** How high a player is, in the engine's units. */
  playerHeight?: number;
  /** The engine draws faces from behind as well; others leave them out. */
  drawsBackFaces?: boolean;
}

/** Releases up to `until` answer some verdicts with worse ones. */
export interface OlderReleases {
  until: string;
  verdicts: Readonly<Partial<Record<Verdict, Verdict>>>;
  source: string;
}

export type Outcomes = Readonly<Partial<Record<Severity, Verdict>>>;

/** Kinds of models with vertex frames. */
export const frameKinds = ['mdl', 'md2', 'md3'] as const;
export type FrameKind = (typeof frameKinds)[number];

/** What an engine does with the rules about one file. */
export interface Reactions {
  rules: Readonly<Record<string, ProfileRule>>;
  /** Verdicts that the severities of broken rules lead to. */
  outcomes: Outcomes;
  /** Source of the reader, for rules without a line of their own. */
  parser?: string;
}

/** How an engine reads models of one kind with vertex frames, or IQM. */
export interface FrameReader extends Reactions {
  /** Where it is less sure than the profile. */
  proof?: Proof;
  /** Reaction to a fault, in a sentence. */
  onError?: string;
  /** The model that it stands in for, as `asks.replaced`. */
  replaced?: string;
  /** Paths of skins that it looks for; `{n}` is a number from 0 on. */
  skins?: readonly string[];
  /** Other files beside a model that it reads. */
  companions?: readonly string[];
  /** Where it looks for the images of an IQM's materials, or an MD3's shaders. */
  images?: ImageRule;
}

/** Which of several models with one name an engine takes. */
export interface Choice {
  /** Endings, the one that it takes first before others. */
  order: readonly string[];
  /** What decides, in a phrase. */
  why: string;
  source: string;
}

/** One engine, with what it inherits filled in. */
export interface Profile {
  key: string;
  name: string;
  aliases: readonly string[];
  family: string;
  /** It reads MD5. */
  reads: boolean;
  origin?: { repository: string; commit: string; date?: string };
  proof: Proof;
  /** Reaction to a fault, in a sentence. */
  onError?: string;
  /** Advice for an engine that reads no MD5. */
  instead?: string;
  /** Verdicts that the severities of broken rules lead to. */
  outcomes: { mesh: Outcomes; anim: Outcomes };
  older: readonly OlderReleases[];
  /** Sources of the two readers, for rules without a line of their own. */
  parser: { mesh?: string; anim?: string };
  rules: Readonly<Record<string, ProfileRule>>;
  asks: Asks;
  /** By kind, for models with vertex frames; a kind that is absent it does not read, as far as known. */
  frames: Readonly<Partial<Record<FrameKind, FrameReader>>>;
  /** Undefined for one that reads no IQM, as far as known. Its rules stand in the order in which they are met. */
  skeletal: FrameReader | undefined;
  choice?: Choice;
  animationNames?: AnimationNames;
  /** Undefined for a tool that nothing is written for. */
  writer?: WriterFacts;
}

/** A profile as it stands in the file. */
export type WrittenProfile = Partial<Omit<Profile, 'key' | 'writer' | 'rules' | 'outcomes' | 'frames' | 'skeletal'>> & {
  name: string;
  extends?: string;
  outcomes?: Partial<Profile['outcomes']>;
  rules?: WrittenRules;
  /** Null for a kind that the engine does not read, though the one that it extends does. */
  frames?: Readonly<Partial<Record<FrameKind, WrittenFrameReader | null>>>;
  skeletal?: WrittenFrameReader | null;
  writer?: Partial<WriterFacts>;
};

/** Null takes a rule away that would be inherited. */
type WrittenRules = Readonly<Record<string, ProfileRule | null>>;

/** It extends the same kind of another engine: without `extends` of the one that the profile does. */
export type WrittenFrameReader = Partial<Omit<FrameReader, 'rules'>> & { extends?: string; rules?: WrittenRules };

export interface ProfileFile {
  version: 1;
  engines: Readonly<Record<string, WrittenProfile>>;
}
