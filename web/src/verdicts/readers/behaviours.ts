// What readers do that have a rule, for the documentation alone: `{limit}` is the limit of the reader.

export const behaviours: Readonly<Record<string, string>> = {
  'extension.required': 'refuses files that need extensions which it does not have, so those of `pack`',
  'extension.meshopt': 'refuses what `pack` writes',
  'extension.ignored': 'ignores EXT_meshopt_compression: vertices of what `pack` writes are wrong',
  'extension.decoder': 'reads what `pack` writes only after `setMeshoptDecoder`',
  'weights.first': 'keeps the first four weights of a vertex, made to sum to 1',
  'weights.shrink': 'keeps the first four weights as they are: vertices with more are drawn towards the origin',
  'weights.last': 'keeps the last set of weights: vertices without a weight in it fall to the origin',
  'joints.max': 'keeps numbers of joints in eight bits',
  'skins.max': 'reads joints and actions of the first skin alone',
  'anim.nodes': 'moves joints of the first skin alone, no other nodes',
  'anim.step': 'plays STEP as straight lines',
  'anim.step_end': 'never reaches the last key of a STEP channel',
  'anim.cubic': 'drops the tangents of CUBICSPLINE',
  'anim.mixed': 'takes one interpolation for all channels of a joint, that of the last',
  'anim.arc': 'interpolates rotations component by component: keys far apart differ between them',
  'anim.rate': 'samples actions {limit} times per second: what moves in between is lost',
  'anim.grid': 'samples actions {limit} times per second: at keys in between motion is cut short, and jumps move',
  'anim.late':
    'begins the tracks of all objects at the same frame, whatever the time of their first keys; the actions are right',
  'anim.rest':
    'leaves what an action does not move where the action before had it, at first where the first one begins',
  'morph.cubic': 'misreads CUBICSPLINE keys of morph weights',
  'morph.tangents': 'drops the tangents of CUBICSPLINE keys of morph weights',
  'morph.bits': 'keeps morph weights in eight bits, cut off at 0 and 1',
  'morph.range': 'cuts morph weights off at 0 and 1, or at those of the first key if these are beyond',
  'morph.ignored': 'does not move morph targets',
  'names.joints': 'finds joints by their names: of equal ones all take the place of the first',
  'names.nodes': 'finds moving nodes by their names: of equal ones all move like one',
  'names.renamed': 'changes names, and can make two equal: `wing`, `wing_1`, `wing`',
  visibility: 'shows what KHR_node_visibility hides',
};
