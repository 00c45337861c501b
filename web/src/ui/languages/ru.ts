import type { Table } from '../language';

export const table: Table = { texts: {}, counts: {} };
