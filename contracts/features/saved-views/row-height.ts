/** Heights of rows above one line: two, four and six lines of text. */
export const rowHeights = ['medium', 'tall', 'extra-tall'] as const;
export type RowHeight = (typeof rowHeights)[number];
