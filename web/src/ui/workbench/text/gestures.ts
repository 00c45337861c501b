// What hands can do, each as splices of the text. Nothing else than what the gesture is about changes by a byte.

export { copyText, copyValue, duplicate, inlineLink, paste } from './copies';
export { setKey } from './keyframes';
export { addPage, linkable, linkTo, nameOperator, rename } from './naming';
export { park, setNote, unpark } from './notes';
export { addOperator, changeOwner, exchangeable, exchangeOperator, fitting, reorder, type Where } from './operators';
export { linkedElsewhere, removeOperator, removeOperators } from './removal';
export { expose, makeSubroutine } from './subroutines';
export { insertElement, moveValue, outermost, removeValue, setRaw, setValue, type SetOptions } from './values';
