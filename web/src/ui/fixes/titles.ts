// Titles of fixes in the language of the page.

import { t } from '../language';

export function fixTitle(code: string, fallback: string): string {
  switch (code) {
    case 'MD5_COUNT':
    case 'MD5_NUM_MESHES':
    case 'MD5_SYNTAX':
    case 'MD5_INDEX':
    case 'TRUNCATED':
    case 'QMSH_SYNTAX':
    case 'IQM_FILE_SIZE':
    case 'IQM_STALE_VERTICES':
    case 'IQM_COMMENT':
      return t('Correct counts');
    case 'MD5_NUMBER_FORM':
    case 'MD5_OCTAL':
      return t('Write numbers in the form that the game reads');
    case 'MD5_NOT_CLOSED':
      return t('Add the closing brace');
    case 'MD5_CR_ONLY':
      return t('Convert line endings to LF');
    case 'MD5_INDEX_ORDER':
      return t('Sort lines by their numbers');
    case 'MD5_QUATERNION_LENGTH':
      return t('Normalise orientations');
    case 'MD5_WEIGHT_SUM':
      return t('Normalise vertex weights');
    case 'MD5_BOUNDS_COUNT':
      return t('Write one line of bounds per frame');
    case 'MD5_ANIM_FLAGS':
      return t('Keep only the six defined flag bits');
    case 'MD5_FRAME_ORDER':
      return t('Number frames in playback order');
    case 'MD5_FRAME_RATE':
    case 'IQM_RATE':
      return t('Change the frame rate to a positive whole number');
    case 'MD5_CUT_ORDER':
      return t('Sort camera cuts');
    case 'QMSH_FLAGS':
    case 'PIVOT_UNKNOWN_FLAGS':
    case 'IQM_POSE_MASK':
    case 'IQM_ACTION_FLAGS':
      return t('Clear undefined flag bits');
    case 'QMSH_BONES_WITHOUT_SKIN':
      return t('Set the counts of bones and animations to 0');
    case 'QMSH_GROUPS_WITHOUT_DATA':
      return t('Set the count of missing groups to 0');
    case 'QMSH_OFFSET':
      return t('Correct the offset of the points in the header');
    case 'QMSH_BOUNDS':
      return t('Recompute the bounding sphere and box');
    case 'QMSH_NAN_WEIGHT':
      return t('Replace NaN weights with 1');
    case 'QMSH_WEIGHT_RANGE':
      return t('Clamp weights to the range 0 to 1');
    case 'QMSH_NORMAL_LENGTH':
      return t('Normalise normals');
    case 'QMSH_TANGENT_FRAME':
      return t('Make tangents and binormals perpendicular to the normal');
    case 'QMSH_SUBMESH_VERTICES':
      return t('Correct the vertex ranges of submeshes');
    case 'QMSH_KEY_ORDER':
      return t('Move keys that run backwards to the time of the previous key');
    case 'QMSH_QUATERNION_LENGTH':
      return t('Normalise rotations');
    case 'QMSH_ANIMATION_LENGTH':
      return t('Set the length of animations to their last key');
    case 'QMSH_POINT_BONE':
      return t('Assign points without a bone to bone 0');
    case 'QMSH_POINT_TYPE':
      return t('Change points of unknown type to plain points');
    case 'QMSH_TRAILING_BYTES':
      return t('Remove bytes after the last section');
    case 'QMSH_BOM':
      return t('Remove the byte order mark');
    case 'QMSH_CURVE_ORDER':
      return t('Sort points by frame');
    case 'QMSH_GROUP_VERTEX':
      return t('Remove entries of missing vertices');
    case 'QMSH_FPS_MISSING':
      return t('Add the frame rate that is used');
    case 'KRI_CHUNK_VALUE':
      return t('Normalise rotations; assign weights without a bone to the mesh object');
    case 'KRI_GARBAGE':
    case 'KRI_CHUNK_SIZE':
    case 'KRI_INTERRUPTED':
      return t('Remove everything after the last complete chunk');
    case 'PIVOT_TRAILING':
      return t('Remove bytes after the last record');
    case 'PIVOT_FLAGS':
      return t('Set the surface flag of objects that have surfaces');
    case 'PIVOT_ZERO_ROTATION':
      return t('Replace zero quaternions with no rotation');
    case 'PIVOT_NORMALS':
      return t('Recompute zero normals from the triangles');
    case 'PIVOT_WEIGHTS':
      return t('Remove influences of missing bones and normalise the rest');
    default:
      return fallback;
  }
}
