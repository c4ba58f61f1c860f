import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';

/** What the build leaves to be filled in: the server's address as the reader sees it. */
const ORIGIN = '{origin}';
/** Pages that are kept ready, each for one address and encoding. */
const MOST = 64;
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

/** Whoever says that they are somebody else's page are told nothing of it. */
const originOf = ({ protocol, host }: Request): string => (HOST.test(host) ? `${protocol}://${host}` : '');

/** The pages of a folder, `{language}/{name}.html`: `screen` stands for every address that has none of its own. @throws Error when they are not built */
export function pages(folder: string): RequestHandler {
  const templates = new Map(languages.flatMap(language => readdirSync(join(folder, language)).map(file => [`${language}/${file}`, readFileSync(join(folder, language, file), 'utf8')])));
  const kept = new LRUCache<string, Promise<Ready>>({ max: MOST });

  const make = async (name: string, origin: string, encoding: Encoding): Promise<Ready> => {
    const html = Buffer.from(templates.get(name)!.replaceAll(ORIGIN, origin));
    return { tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`, body: await pack[encoding](html) };
  };
  const ready = (name: string, origin: string, encoding: Encoding): Promise<Ready> => {
    const key = `${name} ${encoding} ${origin}`;
    const page = kept.get(key) ?? make(name, origin, encoding);
    kept.set(key, page);
    return page;
  };

  return async (request, response) => {
    const file = `${request.path === '/' ? 'index' : request.path.slice(1)}.html`;
    const language = languageOf(request);
    const name = templates.has(`${language}/${file}`) ? `${language}/${file}` : `${language}/screen.html`;
    const encoding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
    const { tag, body } = await ready(name, originOf(request), encoding as Encoding);
    response.set({ 'Cache-Control': 'no-cache', 'Content-Language': language, 'Content-Type': 'text/html; charset=utf-8', 'ETag': tag, 'Vary': 'Accept-Encoding, Accept-Language, Cookie' });
    if (request.fresh) return void response.status(304).end();
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.end(body);
  };
}
