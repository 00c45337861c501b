/** True for the images that models name as their textures (the endings of native/session/textures.cpp). */
export const isImageName = (name: string): boolean => /\.(png|jpe?g|tga|dds|webp|gif|bmp|pcx|lmp|wal)$/i.test(name);
