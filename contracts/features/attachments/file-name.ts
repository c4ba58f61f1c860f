/** A name in UTF-8, in bytes. */
const MAX_NAME_BYTES = 255;
/** An ending that is kept when a name is too long, in characters. */
const MAX_ENDING = 16;
/** What a file is called that has no name of its own. */
const NAMELESS = 'file';

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** As much of a text as fits, without half a character at its end. */
function cutTo(text: string, bytes: number): string {
  let cut = '';
  let left = bytes;
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    cut += character;
  }
  return cut;
}

/** Within 255 bytes, with its ending. */
function fitting(name: string): string {
  if (bytesOf(name) <= MAX_NAME_BYTES) return name;
  const at = name.lastIndexOf('.');
  const ending = at > 0 && name.length - at <= MAX_ENDING ? name.slice(at) : '';
  return (
    cutTo(name.slice(0, name.length - ending.length), MAX_NAME_BYTES - bytesOf(ending)).trimEnd() +
    ending
  );
}

/**
 * The name that a file is kept and saved under: no folder, no control or invisible characters, none
 * that turn the direction of writing (`gpj.exe` that reads as `exe.jpg`), nothing that file systems
 * refuse,
 * neither dots nor spaces around it, and at most 255 bytes of UTF-8.
 */
export function safeFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1)!;
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\u2028\u2029\ufffd]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ');
  const trimmed = fitting(plain.replace(/^[. ]+|[. ]+$/g, '')).replace(/[. ]+$/g, '');
  // Of Windows's own, whatever stands behind the dot.
  return trimmed === ''
    ? NAMELESS
    : /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(trimmed)
      ? fitting(`_${trimmed}`)
      : trimmed;
}
