import { withoutEnd } from '../../core/ends.ts';
import { nfc } from '../../core/normal.ts';

/** Maximum length of a name, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
/** Maximum length of an extension that survives truncation, in characters. */
const MAX_ENDING = 16;
/** Characters that no name ends in. */
const DOTS = '. ';
/** The fallback for an empty name. */
const NAMELESS = 'file';

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** Truncates a text to the bytes, without splitting a character. */
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

/** Truncates a name to 255 bytes, keeping its extension. */
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
 * Returns a safe file name: no folder, no control, invisible or direction characters (`gpj.exe`
 * reading as `exe.jpg`), nothing that file systems refuse, no dots or spaces around it, and at most
 * 255 bytes of UTF-8.
 */
export function safeFileName(given: string): string {
  const last = given.toWellFormed().split(/[\\/]/).at(-1)!;
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\u2028\u2029\ufffd]/gu, '');
  // An invisible character kept a letter and its accent apart.
  const composed = nfc(plain)
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/gu, ' ');
  const trimmed = withoutEnd(fitting(withoutEnd(composed.replace(/^[. ]+/, ''), DOTS)), DOTS);
  // Windows reserves these names, with any extension.
  return trimmed === ''
    ? NAMELESS
    : /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(trimmed)
      ? fitting(`_${trimmed}`)
      : trimmed;
}
