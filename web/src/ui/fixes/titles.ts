// What each fix does, in the reader's language.

import { t } from '../language';

export function fixTitle(code: string, fallback: string): string {
  switch (code) {
    case 'MD5_COUNT':
    case 'MD5_NUM_MESHES':
    case 'MD5_SYNTAX':
    case 'MD5_INDEX':
    case 'TRUNCATED':
    case 'QMSH_SYNTAX':
      return t('Counts say how many there are');
    case 'MD5_NUMBER_FORM':
    case 'MD5_OCTAL':
      return t('Numbers are written as the game reads them');
    case 'MD5_NOT_CLOSED':
      return t('The closing brace is added');
    case 'MD5_CR_ONLY':
      return t('Lines end with LF');
    case 'MD5_INDEX_ORDER':
      return t('Lines stand in the order of their numbers');
    case 'MD5_QUATERNION_LENGTH':
      return t('Orientations become unit quaternions');
    case 'MD5_WEIGHT_SUM':
      return t('The weights of each vertex sum to 1');
    case 'MD5_BOUNDS_COUNT':
      return t('There is one line of bounds per frame');
    case 'MD5_ANIM_FLAGS':
      return t('Flags keep the six bits that have a meaning');
    case 'MD5_FRAME_ORDER':
      return t('Frames are numbered in the order in which they play');
    case 'MD5_FRAME_RATE':
      return t('The frame rate is a whole number above 0');
    case 'MD5_CUT_ORDER':
      return t('Cuts stand in ascending order');
    case 'QMSH_FLAGS':
    case 'PIVOT_UNKNOWN_FLAGS':
      return t('Flag bits without a meaning are cleared');
    case 'QMSH_BONES_WITHOUT_SKIN':
      return t('The counts of bones and animations become 0');
    case 'QMSH_GROUPS_WITHOUT_DATA':
      return t('The count of groups that are not stored becomes 0');
    case 'QMSH_OFFSET':
      return t('The header says where the points start');
    case 'QMSH_BOUNDS':
      return t('Sphere and box fit the vertices');
    case 'QMSH_NAN_WEIGHT':
      return t('Weights that are not a number become 1');
    case 'QMSH_WEIGHT_RANGE':
      return t('Weights lie between 0 and 1');
    case 'QMSH_NORMAL_LENGTH':
      return t('Normals are of unit length');
    case 'QMSH_TANGENT_FRAME':
      return t('Tangents and binormals stand at right angles to the normal');
    case 'QMSH_SUBMESH_VERTICES':
      return t('Submeshes declare the range of vertices that they use');
    case 'QMSH_KEY_ORDER':
      return t('Keys that run backwards move to the time of the one before');
    case 'QMSH_QUATERNION_LENGTH':
      return t('Rotations are unit quaternions');
    case 'QMSH_ANIMATION_LENGTH':
      return t('Animations are as long as their last key says');
    case 'QMSH_POINT_BONE':
      return t('Points without a bone say bone 0');
    case 'QMSH_POINT_TYPE':
      return t('Points of unknown type become plain ones');
    case 'QMSH_TRAILING_BYTES':
      return t('Bytes behind the last section are cut off');
    case 'QMSH_BOM':
      return t('The byte order mark is taken away');
    case 'QMSH_CURVE_ORDER':
      return t('Points stand in the order of their frames');
    case 'QMSH_GROUP_VERTEX':
      return t('Entries of vertices that are not there are taken away');
    case 'QMSH_FPS_MISSING':
      return t('The frame rate that is used is written down');
    case 'KRI_CHUNK_VALUE':
      return t('Rotations become unit quaternions; weights without a bone go to the mesh object');
    case 'KRI_GARBAGE':
    case 'KRI_CHUNK_SIZE':
    case 'KRI_INTERRUPTED':
      return t('What follows the last whole chunk is cut off');
    case 'PIVOT_TRAILING':
      return t('Bytes behind the last record are cut off');
    case 'PIVOT_FLAGS':
      return t('Objects with surfaces say so in their flags');
    case 'PIVOT_ZERO_ROTATION':
      return t('Quaternions without length become no rotation');
    case 'PIVOT_NORMALS':
      return t('Normals without length are made of the triangles');
    case 'PIVOT_WEIGHTS':
      return t('Influences of bones that are not there go; the others sum to 1');
    default:
      return fallback;
  }
}
