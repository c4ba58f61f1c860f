import { fileURLToPath } from 'node:url';
import { Problem } from '@hzm/contracts/core/problem';
import { Router, type RequestHandler } from 'express';
import gzipped from 'express-static-gzip';
import helmet from 'helmet';
import { otherMethods } from './methods.ts';
import { pages } from './pages.ts';

/** The policy of pages: run and load only from this server. */
const pageOnly = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
});

/**
 * The policy of files: usable by own pages with their declared type, inert when opened as a page.
 * Files carry no request id, because browsers request them.
 */
const fileOnly: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy': "default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  response.removeHeader('X-Request-ID');
  next();
};

const folder = (path: string) => fileURLToPath(new URL(`../../web/dist/${path}`, import.meta.url));

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

const onlyRead = otherMethods(['GET', 'HEAD']);

/**
 * Serves a folder's files, precompressed by the build if the browser accepts it. Files named by
 * content (`assets/`) are cached permanently.
 */
function files(
  path: string,
  more: { readonly isNamedByContent?: boolean; readonly isAll?: boolean } = {},
): RequestHandler {
  const { isNamedByContent = false, isAll = false } = more;
  const send = gzipped(folder(path), {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    // Ranges of a compressed file are useless.
    serveStatic: {
      index: false,
      redirect: false,
      acceptRanges: false,
      fallthrough: !isAll,
      ...(isNamedByContent
        ? { immutable: true, maxAge: '1y', etag: false, lastModified: false }
        : {
            cacheControl: false,
            setHeaders: response => response.setHeader('Cache-Control', 'no-cache'),
          }),
    },
  });
  return (request, response, next) => {
    // The static handler would refuse these without the error format.
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return isAll ? onlyRead(request, response, next) : next();
    if (!isDecodable(request.path)) return next(new Problem('VALIDATION_ERROR'));
    send(request, response, (error?: unknown) => {
      // These headers belong to a file that is not sent after all.
      for (const header of [
        'Cache-Control',
        'Content-Encoding',
        'Content-Type',
        'ETag',
        'Last-Modified',
      ])
        response.removeHeader(header);
      next(error);
    });
  };
}

/** Serves the web application and its texts; every path without a file is one of its screens. */
export function webRouter(): Router {
  const router = Router();
  router.use('/assets', fileOnly, files('public/assets', { isNamedByContent: true, isAll: true }));
  router.use('/locales', fileOnly, files('public/locales', { isAll: true }));
  router.use(fileOnly, files('public'));
  router.get('/{*screen}', pageOnly, pages(folder('pages')));
  return router;
}
