import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';

/** What the build leaves to be filled in: the server's address as the reader sees it. */
const ORIGIN = '{origin}';
/** Pages that are kept ready, each for one address and encoding. */
const MAX_PAGES = 64;
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;
const languages = ['tr', 'en'] as const;

type Encoding = 'br' | 'gzip' | 'identity';
interface Ready {
  readonly tag: string;
  readonly body: Buffer;
}

const pack: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer> | Buffer>> = {
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: bytes => promisify(gzip)(bytes),
  identity: bytes => bytes,
};

/** The language that the reader chose (the application keeps it in a cookie), or else the one their browser asks for; Turkish where it asks for neither. */
function languageOf(request: Request): (typeof languages)[number] {
  const chosen = /(?:^|;\s*)preferred-language=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  return languages.find(language => language === chosen) ?? (request.acceptsLanguages(...languages) === 'en' ? 'en' : 'tr');
}

/** Requests of another site's page are not answered with it. */
const originOf = ({ protocol, host }: Request): string => (HOST.test(host) ? `${protocol}://${host}` : '');

/** The pages of a folder, `{language}/{name}.html`: `screen` stands for every address that has none of its own. None is there before they are built. */
export function pages(folder: string): RequestHandler {
  const templates = new Map(globSync('{tr,en}/*.html', { cwd: folder }).map(file => [file, readFileSync(join(folder, file), 'utf8')]));
  const kept = new LRUCache<string, Promise<Ready>>({ max: MAX_PAGES });

  const make = async (template: string, origin: string, encoding: Encoding): Promise<Ready> => {
    const html = Buffer.from(template.replaceAll(ORIGIN, origin));
    return { tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`, body: await pack[encoding](html) };
  };

  return async (request, response, next) => {
    const language = languageOf(request);
    const own = `${language}/${request.path === '/' ? 'index' : request.path.slice(1)}.html`;
    const name = templates.has(own) ? own : `${language}/screen.html`;
    const template = templates.get(name);
    if (template === undefined) return next();
    const encoding = (['br', 'gzip'] as const).find(one => request.acceptsEncodings(one) !== false) ?? 'identity';
    const origin = originOf(request);
    const key = `${name} ${encoding} ${origin}`;
    const page = kept.get(key) ?? make(template, origin, encoding);
    kept.set(key, page);
    const { tag, body } = await page;
    response.set({ 'Cache-Control': 'no-cache', 'Content-Language': language, 'Content-Type': 'text/html; charset=utf-8', 'ETag': tag, 'Vary': 'Accept-Encoding, Accept-Language, Cookie' });
    if (request.fresh) return void response.status(304).end();
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.end(body);
  };
}
