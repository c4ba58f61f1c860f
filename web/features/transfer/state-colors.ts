/** Colours of the states of what is compared. */
export const stateColors = { same: 'gray', different: 'yellow', new: 'teal' } as const;
