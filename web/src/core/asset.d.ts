/** A file of the package that is no module: bundlers hand out its address. */
declare const address: string;
export default address;
