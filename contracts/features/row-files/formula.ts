/** Matches a text that a spreadsheet would run as a formula, or that is escaped already. */
const RISKY = /^'*[=+\-@\t\r\n]/;

/** Escapes a text that a spreadsheet would run as a formula. `withoutEscape` reverts it exactly. */
export const withEscape = (text: string): string => (RISKY.test(text) ? `'${text}` : text);

/** Returns a cell's text without the apostrophe that `withEscape` added. */
export const withoutEscape = (text: string): string =>
  text.startsWith("'") && RISKY.test(text) ? text.slice(1) : text;

/** Whether a spreadsheet would run a text as a formula. */
export const isRisky = (text: string): boolean => RISKY.test(text);
