import { createVitrine, VitrineError, type PoseReport } from 'vitrine';
import { openPaths } from 'vitrine/files';

const vitrine = await createVitrine();
const document = await openPaths(vitrine, 'model');
export const pose: PoseReport = document.poseReport({ action: 'bend', time: 0.5 });
export const code = (error: unknown): string => (error instanceof VitrineError ? error.code : '');
