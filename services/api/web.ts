import { fileURLToPath } from 'node:url';
import { Problem } from '@hzm/contracts/core/problem';
import { Router, type RequestHandler } from 'express';
import gzipped from 'express-static-gzip';
import helmet from 'helmet';
import { otherMethods } from './methods.ts';
import { pages } from './pages.ts';

/** What a page may do: run and ask for what comes from this server, and nothing else. */
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
 * What a file may: be used by our own pages, as what it is, and do nothing when it is opened as a
 * page. It is asked for by a browser, not by a program that would name its request.
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
 * Files of a folder, as they were packed by the build where the browser can unpack them. A name
 * that tells the content (`assets/`) is kept for good.
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
    // Parts of a packed file are of no use to anybody.
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
    // These would be refused without the envelope.
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return isAll ? onlyRead(request, response, next) : next();
    if (!isDecodable(request.path)) return next(new Problem('VALIDATION_ERROR'));
    send(request, response, (error?: unknown) => {
      // It is not this file after all that is sent.
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

/** The web application and its texts; every address that is no file is one of its screens. */
export function webRouter(): Router {
  const router = Router();
  router.use('/assets', fileOnly, files('public/assets', { isNamedByContent: true, isAll: true }));
  router.use('/locales', fileOnly, files('public/locales', { isAll: true }));
  router.use(fileOnly, files('public'));
  router.get('/{*screen}', pageOnly, pages(folder('pages')));
  return router;
}
