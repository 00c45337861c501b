// Files that esbuild imports as text.
declare module '*.glsl' {
  const text: string;
  export default text;
}
declare module '*.vert' {
  const text: string;
  export default text;
}
declare module '*.frag' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}

declare module 'vitrine:engine' {
  const gzip: string;
  export default gzip;
}

declare module 'vitrine:wasm' {
  const gzip: string;
  export default gzip;
}
