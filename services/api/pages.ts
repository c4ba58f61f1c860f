import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@hzm/contracts/core/language';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { encodingFor, packed, type Encoding, type Packed } from './packed.ts';

/** The placeholder in built pages for the server's origin as the reader sees it. */
const ORIGIN = '{origin}';
/** Maximum cached pages, each for one origin and encoding. */
const MAX_PAGES = 64;
/**
 * Maximum pages compressed per minute for new origins: one takes about 15 ms, and clients can
 * invent origins.
 */
const MAX_PACKED_PER_MINUTE = 120;
const MINUTE_MS = 60_000;
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * Returns the reader's chosen language (from the application's cookie), else the browser's; Turkish
 * by default.
 */
function languageOf(request: Request): (typeof languages)[number] {
  const chosen = /(?:^|;\s*)preferred-language=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  return (
    languages.find(language => language === chosen) ??
    (request.acceptsLanguages(...languages) === 'en' ? 'en' : 'tr')
  );
}

/** Returns the server's origin by the request's host; empty for an invalid host. */
const originOf = ({ protocol, host }: Request): string =>
  HOST.test(host) ? `${protocol}://${host}` : '';

/**
 * Serves the pages of a folder, `{language}/{name}.html`, with `screen` for all other paths; 404
 * before they are built.
 */
export function pages(folder: string): RequestHandler {
  const templates = new Map(
    globSync('{tr,en}/*.html', { cwd: folder }).map(file => [
      file,
      readFileSync(join(folder, file), 'utf8'),
    ]),
  );
  const kept = new LRUCache<string, Promise<Packed>>({ max: MAX_PAGES });
  /** Pages without an origin, by name and encoding. */
  const unaddressed = new Map<string, Promise<Packed>>();
  let packedSince = -Infinity;
  let packedThen = 0;

  /** Whether a page may be compressed for another origin in this minute. */
  const mayPack = (): boolean => {
    const now = performance.now();
    if (now - packedSince >= MINUTE_MS) [packedSince, packedThen] = [now, 0];
    return ++packedThen <= MAX_PACKED_PER_MINUTE;
  };
  const make = (template: string, origin: string, encoding: Encoding): Promise<Packed> =>
    packed(Buffer.from(template.replaceAll(ORIGIN, origin)), encoding);
  const pageFor = (
    name: string,
    template: string,
    origin: string,
    encoding: Encoding,
  ): Promise<Packed> => {
    const key = `${name} ${encoding} ${origin}`;
    const known = kept.get(key);
    if (known) return known;
    const isAddressed = origin !== '' && mayPack();
    const page =
      (isAddressed ? undefined : unaddressed.get(`${name} ${encoding}`)) ??
      make(template, isAddressed ? origin : '', encoding);
    if (isAddressed) kept.set(key, page);
    else unaddressed.set(`${name} ${encoding}`, page);
    return page;
  };

  return async (request, response, next) => {
    const language = languageOf(request);
    const own = `${language}/${request.path === '/' ? 'index' : request.path.slice(1)}.html`;
    const name = templates.has(own) ? own : `${language}/screen.html`;
    const template = templates.get(name);
    if (template === undefined) return next();
    const encoding = encodingFor(request);
    const { tag, body } = await pageFor(name, template, originOf(request), encoding);
    response.set({
      'Cache-Control': 'no-cache',
      'Content-Language': language,
      'Content-Type': 'text/html; charset=utf-8',
      ETag: tag,
      Vary: 'Accept-Encoding, Accept-Language, Cookie',
    });
    if (request.fresh) return void response.status(304).end();
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.end(body);
  };
}
