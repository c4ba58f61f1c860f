/** Characters that XML cannot contain, and texts that look like their escape. */
// eslint-disable-next-line no-control-regex
const UNFIT =
  /[\0-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gi;
const ESCAPED = /_x([0-9a-f]{4})_/gi;

const HEX = 16;
const coded = (character: string): string =>
  `_x${character.charCodeAt(0).toString(HEX).toUpperCase().padStart(4, '0')}_`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Writes a text as XML of a cell: control characters as `_x0000_` (ECMA-376, 22.9.2.19). */
export const xmlOf = (text: string): string =>
  text.replaceAll(UNFIT, coded).replaceAll(/[&<>]/g, found => ENTITIES[found]!);

/** Writes a text as XML of an attribute. */
export const attributeOf = (text: string): string => xmlOf(text).replaceAll('"', '&quot;');

/** Returns the text of a cell that `xmlOf` wrote. */
export const cellText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, HEX)))
    : text;
