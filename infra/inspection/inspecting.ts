import { UNKNOWN_KIND, THUMBNAIL_PIXELS } from '@hzm/contracts/features/attachments/attachment';
import type { Picture } from '@hzm/services/core/ports/file-inspector';
import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import type { Answer, Question } from './messages.ts';

/*
 * The process that inspects files. It has no secret, writes nothing, and is killed when it takes
 * too long.
 */

/** 8000 × 8000: the resolution of phone cameras, and 256 MB decoded. */
const MAX_PIXELS = 64_000_000;
const TIMEOUT_S = 10;
const WEBP_QUALITY = 80;
/** The image loaders allowed; the library's others (SVG, PDF, TIFF …) are blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(format => `VipsForeignLoad${format}`);

/** Control characters except tabs, line breaks and page breaks. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** Whether the bytes are text; the last character may be cut. */
function isText(bytes: Uint8Array, encoding: string): boolean {
  try {
    return !CONTROL.test(
      new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true }),
    );
  } catch {
    return false;
  }
}

/** Returns the encoding of a UTF-16 byte order mark, with which some audio files begin, too. */
const utf16Of = ([first, second]: Uint8Array): string | undefined =>
  first === 0xff && second === 0xfe
    ? 'utf-16le'
    : first === 0xfe && second === 0xff
      ? 'utf-16be'
      : undefined;

async function kindOf(head: Uint8Array): Promise<string> {
  const utf16 = utf16Of(head);
  if (utf16 !== undefined && isText(head, utf16)) return 'text/plain';
  const known = await fileTypeFromBuffer(head).catch(() => undefined);
  return known?.mime ?? (head.length > 0 && isText(head, 'utf-8') ? 'text/plain' : UNKNOWN_KIND);
}

/** Loaded with the first picture, because the library takes most of the memory. */
let opened: Promise<(bytes: Uint8Array) => Sharp> | undefined;
async function open(): Promise<(bytes: Uint8Array) => Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return bytes => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
}

async function pictureOf(bytes: Uint8Array): Promise<Picture | undefined> {
  opened ??= open();
  const picture = await opened;
  try {
    const {
      autoOrient: { width, height },
    } = await picture(bytes).metadata();
    const thumbnail = await picture(bytes)
      .timeout({ seconds: TIMEOUT_S })
      .autoOrient()
      .resize({
        width: THUMBNAIL_PIXELS,
        height: THUMBNAIL_PIXELS,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
    return { width, height, thumbnail };
  } catch {
    return undefined;
  }
}

process.on('message', ({ ask, bytes }: Question) => {
  const answer: Promise<Answer> =
    ask === 'kind'
      ? kindOf(bytes).then(kind => ({ kind }))
      : pictureOf(bytes).then(picture => ({ picture }));
  void answer.then(said => process.send?.(said));
});
process.on('disconnect', () => process.exit());
