// Which findings the user sees in the picture, by the words that their codes are made of.

/** Most seen first: what is absent, what stands or moves otherwise, what looks otherwise. */
const kSeen = [
  /TEXTURE|IMAGE|SKELETON|SKIN|MISSING(?!_KEY)|LOST|UNRESOLVED|NOT_SHOWN|NO_WEIGHTS|NO_POSES|FIT_FAILED|EMPTY|PALETTE|MATERIAL/,
  /FIT|WEIGHT|BONE|JOINT|POSE|SCALE|ROTATION|INFLUENCE|BLEND|VERTEX|GROUP|CHANNEL|RATE|FPS|CUT_/,
  /NORMAL|WINDING|TANGENT|DIFFUSE|COLOUR|MESH|FACE|CURVE|STAGE|EDGES|TARGET/,
];

/** Smaller is seen more; what only the file has comes last. */
export function seenRank(code: string): number {
  const at = kSeen.findIndex((words) => words.test(code.toUpperCase()));
  return at < 0 ? kSeen.length : at;
}
