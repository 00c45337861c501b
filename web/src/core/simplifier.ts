// The script beside those that import meshoptimizer's simplifier.

export { MeshoptSimplifier } from 'meshoptimizer/simplifier';
