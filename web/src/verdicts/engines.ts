// The check for engines as pages and Node call it: built as one script, which both import.

export { checkFor, isAnim, isChecked, isMesh } from './check';
export { frameKindOf } from './frameModel';
export { isRejected, issuesOf } from './issues';
export { noReader } from './judge';
export { ProfileError, profileOf, readProfiles } from './profiles';
export { isSkeletal } from './skeletalCheck';
