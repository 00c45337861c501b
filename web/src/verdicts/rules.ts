// Message of each rule when it is broken, and Vitrine's correction. `{found}` is what stands in the file, `{limit}`
// what the engine takes. In English, as all messages about files are.

interface RuleText {
  says: string;
  /** Replacement that `vitrine convert --for` writes; absent if there is none. */
  fix?: string;
}

/** Each kind of vertex array of an IQM has the same three. */
const arrayTexts: Readonly<Record<string, RuleText>> = Object.fromEntries(
  ['position', 'texcoord', 'normal', 'tangent', 'blendindexes', 'blendweights', 'color'].flatMap((name) => [
    [`${name}.form`, { says: '{found}; this engine reads {limit}', fix: 'writes floats and bytes' }],
    [`${name}.misread`, { says: '{found}, which is read as another form', fix: 'writes floats and bytes' }],
    [`${name}.missing`, { says: 'there are no {found}', fix: 'writes every array that an engine needs' }],
  ]),
);

export const ruleTexts: Readonly<Record<string, RuleText>> = {
  // Text
  version: { says: 'MD5Version is {found}; this engine reads {limit}', fix: 'writes version 10' },
  'version.required': { says: 'there is no MD5Version line', fix: 'writes MD5Version 10 first' },
  'token.bom': { says: 'the file begins with a byte order mark', fix: 'writes none' },
  'token.nul': { says: 'a NUL byte ends the text here', fix: 'writes plain text' },
  'token.cr_only': {
    says: 'a comment is followed by a lone carriage return: everything after it belongs to the comment',
    fix: 'ends lines with LF',
  },
  'line.cr_only': { says: 'there is no line feed: the file is one line', fix: 'ends lines with LF' },
  'token.block_comment': {
    says: 'a /* */ comment inside a block is read as words',
    fix: 'writes only // comments',
  },
  'token.block_comment_line': {
    says: 'a line begins within a /* */ comment, and is not recognised',
    fix: 'writes only // comments',
  },
  'token.comment_glued': { says: 'a comment begins without a space before it', fix: 'puts a space before a comment' },
  'token.quote_newline': { says: 'a quoted text continues on the next line', fix: 'writes names on one line' },
  'token.paren_spacing': {
    says: "'{found}' needs whitespace: nothing else separates tokens here",
    fix: 'puts blanks around every bracket',
  },
  'token.brace_spacing': {
    says: "'{found}' needs whitespace: nothing else separates tokens here",
    fix: 'puts blanks around every brace',
  },
  'token.same_line': {
    says: "the brace after '{found}' is on the next line",
    fix: 'puts the brace one blank after the word',
  },
  'token.joints_lost': {
    says: 'the joints block is not recognised, and weights name joints that are not there',
    fix: 'puts the brace one blank after the word',
  },
  'token.record_split': { says: "the record '{found}' continues on the next line", fix: 'writes one record on a line' },
  'token.own_line': { says: 'a line holds more than one record', fix: 'writes one record on a line' },
  'token.brace_column0': {
    says: 'a closing brace is not the first character of its line, and does not close',
    fix: 'writes closing braces in the first column',
  },
  'token.blank_exact': {
    says: "after '{found}' there must be exactly one blank before the brace",
    fix: 'puts the brace one blank after the word',
  },
  'line.max': {
    says: 'a line of numbers has {found} bytes; {limit} are read at a time, and a number is cut in two',
    fix: 'writes the numbers of each joint on a line of their own',
  },
  'token.max': { says: 'a token has {found} {byte|bytes}; the limit is {limit}', fix: 'writes a short command line' },
  'header.keyword_case': {
    says: "'{found}' should be written '{limit}'",
    fix: "writes the words as id's exporter did",
  },
  'word.unquoted': { says: "'{found}' is read as several words", fix: 'writes names in quotes' },
  'mesh.count_case': { says: "'{found}' should be written '{limit}'", fix: "writes the words as id's exporter did" },
  'mesh.rows_before_count': { says: "'{found}' comes before its count", fix: 'writes everything in the usual order' },
  'header.unknown_key': { says: "'{found}' does not belong here", fix: 'writes only keys of the format' },
  'header.missing': { says: "'{found}' is missing", fix: 'writes every part' },
  'header.order': { says: 'numJoints precedes numFrames', fix: 'writes the header in the usual order' },
  'header.blank_after_value': {
    says: 'the frame rate of {found} is not read, because no blank ends the line before it: it becomes {limit}',
    fix: 'ends each header value with a blank',
  },
  'header.blank_line_before_block': {
    says: "'{found}' is not read: an empty line must come before it",
    fix: 'leaves an empty line before each block',
  },
  'order.fixed': { says: "'{found}' is not where it is expected", fix: 'writes everything in the usual order' },
  'commandline.required': { says: 'there is no commandline', fix: 'writes commandline ""' },
  'commandline.value': { says: 'nothing follows commandline', fix: 'writes commandline ""' },
  'commandline.quoted': { says: 'the commandline is not in quotes', fix: 'writes commandline ""' },
  'block.unclosed': { says: "the file ends before '{found}'", fix: 'writes every block whole' },
  'row.shape': { says: "a record at '{found}' is malformed", fix: 'writes every record whole' },
  'row.extra': { says: "'{found}' is one value too many in a record", fix: 'writes version 10, without extras' },
  'count.range': { says: 'the count {found} is not valid', fix: 'writes true counts' },
  'text.after_end': { says: "'{found}' follows the last mesh", fix: 'writes nothing after it' },
  // Numbers
  'num.plus': { says: "the number '{found}' has a plus sign", fix: 'writes none' },
  'num.exponent_upper': { says: "the number '{found}' has a capital E", fix: 'writes decimals without an exponent' },
  'num.exponent_zero': {
    says: "'{found}' begins with a 0 that no point follows, and is read as two words",
    fix: 'writes decimals without an exponent',
  },
  'num.suffix': { says: "the number '{found}' ends with a letter", fix: 'writes plain decimals' },
  'num.nan': { says: "'{found}' is not a finite number", fix: 'refuses to write it' },
  'num.ind': { says: "'{found}' is not a number", fix: 'refuses to write it' },
  'num.octal_int': { says: "'{found}' begins with 0 and is read as an octal number", fix: 'writes no leading zeros' },
  'num.word': { says: "expected a number, found '{found}'", fix: 'writes numbers' },
  'num.hex': { says: "'{found}' is hexadecimal", fix: 'writes decimals' },
  'num.float_for_int': { says: "'{found}' should be a whole number", fix: 'writes whole numbers' },
  // Joints
  'joints.min': { says: '{found} {joint|joints}; at least {limit} is needed', fix: 'writes a root' },
  'joints.max': {
    says: '{found} {joint|joints}; the limit is {limit}',
    fix: 'refuses above the limit, with the number',
  },
  'joints.count': { says: 'joints in the list: {found}; numJoints: {limit}', fix: 'writes true counts' },
  'joints.parent_max': {
    says: 'parent {found}: joints whose parent is above {limit} become roots',
    fix: 'refuses above the limit, with the number',
  },
  'joints.parent_order': {
    says: 'parent {found} comes after its child, and is used before it is known',
    fix: 'lists parents first',
  },
  'joints.parent_last': {
    says: 'parent {found} is refused: it cannot come before its child',
    fix: 'lists parents first',
  },
  'joints.parent_range': { says: 'parent {found} does not exist', fix: 'writes true parents' },
  'joints.single_root': {
    says: 'parent {found}: only the first joint may be a root, and it must be one',
    fix: "puts everything below one root, 'origin'",
  },
  'joints.name_max': {
    says: 'a joint name has {found} {byte|bytes}; the limit is {limit}',
    fix: 'shortens names and lists them',
  },
  'joints.name_unique': { says: "two joints are called '{found}'", fix: 'numbers names that are alike' },
  'joints.name_blank': {
    says: "the name '{found}' contains a space, and is not recognised",
    fix: 'writes _ for a space',
  },
  'joints.quoted': { says: "the name '{found}' is not in quotes", fix: 'writes names in quotes' },
  'joints.name_brackets': { says: "the name '{found}' is read as several words", fix: 'writes names in quotes' },
  'quat.over_unit': {
    says: "the squares of a rotation's parts add up to {found}; they may not exceed 1",
    fix: 'keeps rotations within 1',
  },
  // Meshes
  'meshes.min': { says: '{found} {mesh|meshes}; at least {limit} is needed', fix: 'refuses a model without a mesh' },
  'meshes.max': {
    says: '{found} {mesh|meshes}; the limit is {limit}',
    fix: 'refuses above the limit, with the number',
  },
  'meshes.count_too_big': { says: 'numMeshes is {found}; there are {limit}', fix: 'writes true counts' },
  'meshes.count_too_small': {
    says: 'numMeshes is {found}, so the rest of {limit} is not read',
    fix: 'writes true counts',
  },
  'meshes.le_joints': {
    says: '{found} {mesh|meshes} and {limit} {joint|joints}: more meshes than joints overwrite memory',
    fix: 'adds joints without vertices',
  },
  'mesh.shader_required': { says: 'a mesh has no shader line', fix: "writes the material's name" },
  'shader.nonempty': { says: 'the shader is empty', fix: "writes the material's name" },
  'shader.max': {
    says: 'the shader has {found} {byte|bytes}; {limit} {is|are} kept',
    fix: 'shortens names and lists them',
  },
  'mesh.name_key': { says: "a mesh has a name line ('{found}')", fix: 'writes none' },
  'mesh.unknown_key': { says: "'{found}' is not known in a mesh", fix: 'writes only keys of the format' },
  'mesh.flags_key': { says: 'a mesh has a flags block, as in Quake Wars', fix: 'writes none' },
  'mesh.order': {
    says: "'{found}' is not where it is expected in a mesh",
    fix: 'writes everything in the usual order',
  },
  'mesh.count_missing': { says: "'{found}' is missing", fix: 'writes every part' },
  'mesh.verts_missing': { says: 'vertices in the list: {found}; numverts: {limit}', fix: 'writes true counts' },
  'mesh.tris_missing': { says: 'triangles in the list: {found}; numtris: {limit}', fix: 'writes true counts' },
  'mesh.weights_missing': { says: 'weights in the list: {found}; numweights: {limit}', fix: 'writes true counts' },
  'mesh.rows_extra': { says: 'records in the list: {found}, more than were announced', fix: 'writes true counts' },
  'row.index_order': {
    says: 'record {found} is not in its place: this engine counts lines and ignores the number',
    fix: 'numbers records in their order',
  },
  'row.index_range': { says: 'a record has the number {found}, past the count', fix: 'numbers records in their order' },
  'row.index_repeated': { says: 'two records have the number {found}', fix: 'numbers records in their order' },
  'mesh.empty': { says: 'a mesh has no geometry, and is left out', fix: 'writes no empty meshes' },
  'model.empty': { says: 'no mesh has geometry', fix: 'refuses a model without geometry' },
  'mesh.verts_max': { says: 'a mesh has {found} {vertex|vertices}; the limit is {limit}', fix: 'splits the mesh' },
  'model.verts_max': {
    says: 'the model has {found} {vertex|vertices}; the limit is {limit}',
    fix: 'refuses above the limit, with the number',
  },
  'mesh.tris_max': { says: 'a mesh has {found} {triangle|triangles}; the limit is {limit}', fix: 'splits the mesh' },
  'model.tris_max': {
    says: 'the model has {found} {triangle|triangles}; the limit is {limit}',
    fix: 'refuses above the limit, with the number',
  },
  'mesh.weights_max': { says: 'a mesh has {found} {weight|weights}; the limit is {limit}', fix: 'splits the mesh' },
  'mesh.verts_vs_tris': {
    says: '{found} {vertex|vertices}, more than the corners of all triangles ({limit})',
    fix: 'leaves out vertices that no triangle uses',
  },
  'mesh.sil_edges': { says: 'about {found} {edge|edges}: above {limit}, shadows have holes', fix: 'splits the mesh' },
  'vert.zero_weights': {
    says: 'a vertex has no weights',
    fix: 'binds it to the nearest joint, and reports it',
  },
  'vert.weights_max': {
    says: 'a vertex has {found} {weight|weights}; the limit is {limit}',
    fix: 'keeps the strongest and reports the error',
  },
  'vert.weights_used': {
    says: 'a vertex has {found} {weight|weights}; {limit} {is|are} used',
    fix: 'keeps the strongest and reports the error',
  },
  'weight.run_past_end': {
    says: 'the weights of a vertex end at {found}, past the {limit} of the mesh',
    fix: 'writes true numbers',
  },
  'weight.joint_range': { says: 'a weight names joint {found}; the last is {limit}', fix: 'writes true numbers' },
  'weight.sum': {
    says: 'the weights of a vertex add up to {found}; the engine scales them to 1, which moves the vertex',
    fix: 'writes biases that add up to 1',
  },
  'weight.range': { says: 'a weight has the bias {found}', fix: 'writes biases from 0 to 1' },
  'weight.bytes': {
    says: 'biases such as {found} are kept in steps of 1/255',
    fix: 'writes biases in 255ths that add up to 1',
  },
  'tri.index_range': { says: 'a triangle names vertex {found}; the last is {limit}', fix: 'writes true numbers' },
  'tri.index_far': { says: 'a triangle names vertex {found}; the last is {limit}', fix: 'writes true numbers' },
  'bind.single': {
    says: 'weights of one vertex put it {found} {unit|units} apart in the bind pose; this engine keeps one position for it',
    fix: 'makes all weights of a vertex from one position',
  },
  'uv.precision': { says: 'texture coordinates are kept coarsely' },
  // Animations
  'anim.required': {
    says: 'there is no file with an animation',
    fix: 'writes one, of a single frame where nothing moves',
  },
  'anim.single_file': {
    says: '{found} {animation|animations}; the engine reads only {limit}',
    fix: 'writes all actions into one file',
  },
  'anim.commandline': { says: 'there is no commandline', fix: 'writes commandline ""' },
  'anim.order': { says: "'{found}' is not where it is expected", fix: 'writes everything in the usual order' },
  'anim.header_order': { says: "'{found}' comes before what it needs", fix: 'writes everything in the usual order' },
  'anim.count_match': {
    says: '{found} {joint|joints}; the mesh has {limit}',
    fix: 'writes the same joints into both files',
  },
  'anim.joints_max': {
    says: '{found} {joint|joints}; the limit is {limit}',
    fix: 'refuses above the limit, with the number',
  },
  'anim.name_match': {
    says: "joint '{found}' is where the mesh has '{limit}'",
    fix: 'writes the same joints into both files',
  },
  'anim.joints_unmapped': {
    says: "{count} {joint|joints} of the mesh ('{found}') {is|are} not in the animation and {keeps|keep} the bind pose",
    fix: 'writes the same joints into both files',
  },
  'anim.parent_match': {
    says: "the parent of '{found}' is not the one in the mesh ('{limit}')",
    fix: 'writes the same joints into both files',
  },
  'anim.single_root': {
    says: 'parent {found}: only the first joint may be a root',
    fix: "puts everything below one root, 'origin'",
  },
  'anim.parent_order': { says: 'parent {found} comes after its child', fix: 'lists parents first' },
  'anim.parent_range': { says: 'parent {found} does not exist', fix: 'writes true parents' },
  'anim.flags_mask': { says: 'flags {found}; the limit is {limit}', fix: 'writes flags 63' },
  'anim.first_component': {
    says: 'the first component {found} of a joint is past the numbers of a frame',
    fix: 'writes flags 63 and 6 numbers for each joint',
  },
  'anim.first_component_far': {
    says: 'the first component {found} of a joint is past the numbers of a frame',
    fix: 'writes flags 63 and 6 numbers for each joint',
  },
  'anim.components_overrun': {
    says: 'the components of a joint from {found} on run into the next frame',
    fix: 'writes flags 63 and 6 numbers for each joint',
  },
  'anim.components_max': {
    says: 'numAnimatedComponents is {found}; the limit is {limit}',
    fix: 'writes 6 for each joint',
  },
  'anim.zero_components': { says: 'numAnimatedComponents is 0', fix: 'writes flags 63 and 6 numbers for each joint' },
  'anim.flags_needed': {
    says: 'flags {found}: the base frame is not read, so components that the frames lack are 0; flags must be {limit}',
    fix: 'writes flags 63 and 6 numbers for each joint',
  },
  'anim.joint_rows': {
    says: 'the hierarchy lists {found} {joint|joints}; numJoints is {limit}',
    fix: 'writes true counts',
  },
  'anim.base_rows': {
    says: 'the base frame has {found} {joint|joints}; numJoints is {limit}',
    fix: 'writes true counts',
  },
  'anim.bounds_block': { says: 'there is no bounds block', fix: 'writes the exact box of each frame' },
  'anim.bounds_count': {
    says: '{found} {box|boxes} for {limit} {frame|frames}',
    fix: 'writes the exact box of each frame',
  },
  'anim.bounds_use': {
    says: 'the box ( {found} ) is empty: the model vanishes at the edge of the screen',
    fix: 'writes the exact box of each frame',
  },
  'anim.frames_min': { says: '{found} {frame|frames}; at least {limit} is needed', fix: 'writes at least one frame' },
  'anim.frames_max': {
    says: '{found} {frame|frames}; the limit is {limit}',
    fix: 'refuses above the limit, with the number',
  },
  'anim.frame_order': {
    says: 'frame {found} is where frame {limit} is expected',
    fix: 'writes frames in their order',
  },
  'anim.frames_missing': {
    says: 'the file has {found} {frame|frames}; numFrames is {limit}',
    fix: 'writes every frame',
  },
  'anim.frames_extra': { says: 'frame {found} is past numFrames, which is {limit}', fix: 'writes true counts' },
  'anim.frame_values': {
    says: 'a frame has {found} {number|numbers}; numAnimatedComponents is {limit}',
    fix: 'writes 6 numbers for each joint',
  },
  'anim.rate': {
    says: 'frameRate is {found}; the engine takes {limit}',
    fix: 'samples at the rate that the engine plays',
  },
  'anim.rate_whole': { says: 'frameRate {found} is cut to {limit}', fix: 'writes a whole rate' },
  'anim.config_name': {
    says: "the configuration calls it '{found}', which the engine does not know: it is never played",
    fix: 'gives actions the names of the engine, and --anim-name the others',
  },
  'anim.root_motion': {
    says: 'the first joint is {found} {unit|units} from 0 0 0 in the base frame: the whole model is shifted by that',
    fix: "puts everything below a root at 0 0 0, 'origin'",
  },
  'anim.loop': {
    says: 'the last frame repeats the first, and is shown for one frame',
    fix: 'leaves the closing frame out',
  },
  'anim.frame_count': {
    says: '{found} {frame|frames}; the model that is replaced has {limit}, and the game selects them by number',
    fix: 'writes the frames of the model that is replaced, in its order',
  },
  'shader.image_grey': {
    says: 'no image is found for {found} of {limit} meshes, which are drawn grey',
    fix: 'writes an image of one colour for a material without one',
  },
  'shader.image_missing': {
    says: 'no image is found for {found} of {limit} meshes, which are not drawn',
    fix: 'writes an image of one colour for a material without one',
  },
  'shader.image_none': {
    says: 'no image is found for any mesh: nothing is drawn',
    fix: 'writes an image of one colour for a material without one',
  },
  'skins.count': { says: '{found} {skin|skins}; the model that is replaced has {limit}' },
  // Models with vertex frames
  'file.version': { says: 'the version is {found}; this engine reads {limit}' },
  'file.md16': { says: 'positions have 16 bits (MD16), which this engine does not read' },
  'file.hexen2': { says: 'the model is of Hexen II (RAPO), which this engine does not read' },
  'file.truncated': { says: 'the file has {found} {byte|bytes}, and counts on {limit}' },
  'file.sync': { says: 'the synchronisation is {found}, neither 0 nor 1' },
  'section.range': { says: 'a part begins at {found}, and leaves the file of {limit} {byte|bytes}' },
  'section.end': { says: 'a part begins at {found}, which is not between 1 and the end at {limit}' },
  'section.align': { says: 'a part begins at {found}, which is no multiple of 4' },
  'end.beyond': { says: 'the file says that it ends at {found}, and has {limit} {byte|bytes}' },
  'end.before': { says: 'the file says that it ends at {found}, and has {limit} {byte|bytes}' },
  'name.unended': { says: "the name '{found}' fills its field without a NUL, and what follows is read with it" },
  'skin.name_unended': { says: "the path '{found}' fills its field without a NUL" },
  'flags.holey': { says: 'colour 255 is to be transparent (flag 16384), and is drawn' },
  'verts.min': { says: '{found} {vertex|vertices}; at least {limit} {is|are} needed' },
  'verts.max': { says: '{found} {vertex|vertices}; the limit is {limit}' },
  'verts.many': { says: '{found} {vertex|vertices}: the engine warns above {limit}' },
  'uvs.min': { says: '{found} texture {coordinate|coordinates}; at least {limit} {is|are} needed' },
  'tris.min': { says: '{found} {triangle|triangles}; at least {limit} {is|are} needed' },
  'tris.max': { says: '{found} {triangle|triangles}; the limit is {limit}' },
  'tris.many': { says: '{found} {triangle|triangles}: the engine warns above {limit}' },
  'frames.min': { says: '{found} {frame|frames}; at least {limit} {is|are} needed' },
  'frames.max': { says: '{found} {frame|frames}; the limit is {limit}' },
  'frames.first': { says: '{found} {frame|frames}; only the first is read' },
  'frames.replaced': {
    says: '{found} {frame|frames}; the model that is replaced has {limit}, and the game selects them by number',
  },
  'frame.type': { says: 'a frame has the type {found}, neither 0 nor 1' },
  'frame.bytes': { says: 'a frame has {found} {byte|bytes}, and its vertices need {limit}' },
  'frame.origin': { says: 'the local origin of a frame is not 0 0 0, and is added to its vertices' },
  'poses.max': { says: '{found} {pose|poses} with the members of groups; the limit is {limit}' },
  'group.interval': { says: 'a group of frames has the time {found}, which is not above 0' },
  'group.order': { says: 'a member of a group of frames ends at {found}, after {limit}: it is never shown' },
  'group.uneven': {
    says: 'a member of a group of frames is shown for {found} s; this engine gives all of them the {limit} s of the first',
  },
  'skins.min': { says: '{found} {skin|skins}; at least {limit} {is|are} needed' },
  'skins.max': { says: '{found} {skin|skins}; the limit is {limit}' },
  'skins.first': { says: '{found} {skin|skins}; only the first is read' },
  'skin.height': { says: 'skins are {found} {pixel|pixels} high; the limit is {limit}' },
  'skin.width': { says: 'skins are {found} {pixel|pixels} wide, which is no multiple of 4' },
  'skin.group_max': {
    says: 'a group of skins has {found} {member|members}; from number {limit} on they take the first places',
  },
  'skin.group_first': { says: 'the first skin is a group' },
  'skin.interval': { says: 'a group of skins has the time {found}, which is not above 0' },
  'skin.order': { says: 'a member of a group of skins ends at {found}, after {limit}: it is never shown' },
  'skin.uneven': {
    says: 'a member of a group of skins is to be shown for {found} s; this engine takes {limit} s for all',
  },
  'skin.unknown_surface': {
    says: "'{found}' is no surface of the model, by its exact name: the skin is ignored as a whole",
  },
  'skin.missing_surface': { says: "surface '{found}' has no line: the skin is ignored as a whole" },
  'skin.surface_left': { says: "surface '{found}' has no line, and is not drawn" },
  'seam.mark': { says: 'a vertex on the seam has the mark {found}, not 32, and is not taken for one' },
  'normal.range': { says: 'a vertex has the normal {found}; the last is {limit}' },
  'uv.outside': { says: 'texture coordinates {found} are outside of the skin ({limit}), and become 0 0' },
  'uv.whole_texels': { says: 'texture coordinates are cut to whole pixels of the first skin' },
  'commands.none': { says: 'there are no commands to draw (glcmds), and this engine looks at no triangle' },
  'commands.end': { says: 'the commands to draw (glcmds) do not end with 0' },
  'surfaces.min': { says: '{found} {surface|surfaces}; at least {limit} {is|are} needed' },
  'surfaces.max': { says: '{found} {surface|surfaces}; the limit is {limit}' },
  'surface.verts_min': { says: 'a surface has {found} {vertex|vertices}; at least {limit} {is|are} needed' },
  'surface.verts_max': { says: 'a surface has {found} {vertex|vertices}; the limit is {limit}' },
  'surface.tris_min': { says: 'a surface has {found} {triangle|triangles}; at least {limit} {is|are} needed' },
  'surface.tris_max': { says: 'a surface has {found} {triangle|triangles}; the limit is {limit}' },
  'surface.magic': { says: 'a surface does not begin with IDP3' },
  'surface.frames': { says: 'a surface has {found} {frame|frames}; the model has {limit}' },
  'surface.shaders': { says: 'a surface has no shader, and what lies there is taken for one' },
  'tags.max': { says: '{found} {tag|tags}; the limit is {limit}' },
  'beside.taken': { says: 'it is drawn in place of {found}: {limit}' },
  'beside.ignored': { says: '{found} is drawn in its place: {limit}' },
  'beside.only_replaces': {
    says: 'there is no {found}: this engine reads the file only in place of that, and stops where the game names it',
  },
  // IQM
  'file.header': { says: 'the file has {found} {byte|bytes}; the header alone has {limit}' },
  'file.magic': { says: 'the file does not begin with INTERQUAKEMODEL' },
  'file.size': {
    says: 'the header says that the file has {found} {byte|bytes}; it has {limit}',
    fix: 'writes the size of the file',
  },
  'file.bytes_max': { says: 'the file has {found} {byte|bytes}; the limit is {limit}' },
  'section.array_range': {
    says: 'a vertex array begins at {found}, and leaves the file of {limit} {byte|bytes}',
    fix: 'writes every part whole',
  },
  'section.empty': {
    says: 'the count of {found} is 0, and their offset is not',
    fix: 'writes the offset 0 with the count 0',
  },
  'section.none': { says: 'there are no {found}', fix: 'writes what the engine needs' },
  'array.form': { says: 'a vertex array is {found}; this engine reads {limit}', fix: 'writes floats and bytes' },
  'array.components': { says: 'a vertex array has {found} components' },
  'array.twice': { says: 'there are {found} twice, and the last count', fix: 'writes each array once' },
  ...arrayTexts,
  'blend.alone': {
    says: 'vertices have joints or weights, and the model has no joints',
    fix: 'writes them only with joints',
  },
  'blend.range': {
    says: 'a vertex follows joint {found}; the last is {limit}',
    fix: 'writes true numbers',
  },
  'text.none': { says: 'there is no text', fix: 'writes one' },
  'text.range': { says: 'a name begins at {found} of a text of {limit} {byte|bytes}', fix: 'writes true numbers' },
  'text.unended': { says: 'the last name does not end with a NUL', fix: 'ends every name' },
  'text.utf8': { says: "the name '{found}' is no UTF-8", fix: 'writes plain letters' },
  'mesh.range': { says: 'a mesh ends at {found}, past {limit}, or has nothing', fix: 'writes true numbers' },
  'tris.none': { says: 'no mesh has a triangle', fix: 'refuses a model without geometry' },
  'index.past': { says: 'a triangle names vertex {found}; the last is {limit}', fix: 'writes true numbers' },
  'index.last': { says: 'a triangle names vertex {found}; the last is {limit}', fix: 'writes true numbers' },
  'index.foreign': {
    says: 'a triangle names vertex {found}, which is of another mesh; the last of its own is {limit}',
    fix: 'gives every mesh its own vertices',
  },
  'index.wrap': {
    says: 'a triangle names vertex {found}; numbers of a mesh have 16 bits, and end at {limit}',
    fix: 'splits the mesh',
  },
  'joints.root': {
    says: 'a root has the parent {found}; this engine takes -1 alone',
    fix: 'writes -1',
  },
  'joints.turn_zero': { says: 'the rotation of joint {found} is 0 0 0 0', fix: 'writes rotations of the length 1' },
  'joints.flat': { says: 'the scale of joint {found} is 0', fix: 'refuses to write it' },
  'poses.count': {
    says: '{found} {pose|poses}; this engine takes as many as there are joints, {limit}',
    fix: 'writes a pose for each joint',
  },
  'poses.shifted': {
    says: '{found} {pose|poses} for {limit} joints: frames are read with the number of the other',
    fix: 'writes a pose for each joint',
  },
  'poses.alone': {
    says: '{found} {pose|poses} without joints',
    fix: 'writes the joints too',
  },
  'frames.channels': {
    says: 'the header counts {found} {number|numbers} for a frame, the poses {limit}',
    fix: 'writes true counts',
  },
  'bounds.frameless': { says: 'there is an offset of boxes, and no frame', fix: 'writes boxes with frames alone' },
  'bounds.missing': { says: 'frames have no boxes', fix: 'writes the exact box of each frame' },
  'bounds.read': {
    says: '{found} {byte|bytes} of boxes are read, and leave the file of {limit}',
    fix: 'writes the exact box of each frame',
  },
  'actions.frameless': { says: "action '{found}' has no frame", fix: 'writes at least one frame' },
  'actions.range': { says: 'an action ends at frame {found} of {limit}', fix: 'writes true numbers' },
  'actions.none': { says: '{found} {frame|frames} and no action: none is played', fix: 'writes actions' },
  'actions.unreached': {
    says: 'no action reaches the last {found} of {limit} frames, and this engine plays only actions',
    fix: 'writes frames of actions alone',
  },
  'actions.asked': { says: 'actions are asked for by {limit}: {found}' },
  'actions.name_twice': { says: "two actions are called '{found}'", fix: 'numbers names that are alike' },
  'actions.name_max': {
    says: 'the name of an action has {found} {byte|bytes}; the limit is {limit}',
    fix: 'shortens names and lists them',
  },
  'actions.name_prefix': {
    says: "'{found}' is the beginning of the earlier '{limit}', which is found in its place",
    fix: 'numbers names that are alike',
  },
  'actions.name_colon': { says: "the name '{found}' has a colon, which parts it in two", fix: 'writes _ for a colon' },
  'actions.rate_whole': { says: 'the rate {found} is cut to {limit}', fix: 'writes a whole rate' },
  'material.max': {
    says: 'a material has {found} {byte|bytes}; past {limit} it is read beyond its end',
    fix: 'shortens names and lists them',
  },
  'flags.header': { says: 'the flags {found} of the header become effects of Quake', fix: 'writes 0' },
  'scale.uneven': {
    says: 'the scale {found} differs by 1 or more between axes',
    fix: 'folds scales into the model where it can, and reports the rest',
  },
  'scale.negative': {
    says: 'the scale {found} is negative',
    fix: 'folds scales into the model where it can, and reports the rest',
  },
  'number.nan': { says: 'a number of {found} is not finite', fix: 'refuses to write it' },
  'number.infinite': { says: 'a number of {found} is not finite', fix: 'refuses to write it' },
  'pose.scale': {
    says: 'scales of joints are taken in another way: in frame {limit} vertices are up to {found} units off',
    fix: 'folds scales into the model where it can, and reports the rest',
  },
  'pose.rotations': {
    says: 'rotations are not made 1 long: in frame {limit} vertices are up to {found} units off',
    fix: 'writes rotations of the length 1',
  },
  'pose.parents': {
    says: 'parents of poses are not those of joints: in frame {limit} vertices are up to {found} units off',
    fix: 'writes the same parents',
  },
  'pose.order': {
    says: 'a parent comes after its child: in frame {limit} vertices are up to {found} units off',
    fix: 'lists parents first',
  },
  'pose.weights': {
    says: 'weights are taken as they stand: in frame {limit} vertices are up to {found} units off',
    fix: 'writes weights that descend and add up to 255',
  },
  'pose.precision': {
    says: 'places are kept in 16 bits of the largest in the file: in frame {limit} vertices are up to {found} units off',
    fix: 'tells the error',
  },
  reader: { says: 'no reader of {found} was found in this engine' },
};

/** A sentence about a broken rule; the name of a rule that is not known here. Of `{one|many}` the number before it
 * chooses. */
export function ruleSays(
  rule: string,
  found: string | number | undefined,
  limit: string | number | undefined,
  count = 1,
): string {
  const text = ruleTexts[rule]?.says ?? rule;
  const values: Readonly<Record<string, string | number | undefined>> = { found, limit, count };
  let before = 0;
  return text.replace(/\{(?:(found|limit|count)|([a-z]+)\|([a-z]+))\}/g, (_, name?: string, one = '', many = '') => {
    if (name === undefined) return before === 1 ? one : many;
    const value = values[name];
    if (typeof value === 'number') before = value;
    return shown(value);
  });
}

const shown = (value: string | number | undefined): string =>
  typeof value === 'number' ? short(value) : (value ?? '');

const short = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
