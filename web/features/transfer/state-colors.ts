/** Badge colours of compared tables and rows, by how they differ from the live project. */
export const stateColors = { same: 'gray', different: 'yellow', new: 'teal' } as const;
