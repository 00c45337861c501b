export type Vec3 = [number, number, number];
export type Vec4 = [number, number, number, number];
