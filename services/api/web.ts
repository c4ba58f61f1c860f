import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';

const folder = (path: string) => fileURLToPath(new URL(`../../web/${path}`, import.meta.url));

/** The web application and its texts; every address that is no file is one of its screens. */
export function webRouter(): Router {
  const router = Router();
  router.use('/locales', express.static(folder('locales'), { fallthrough: false }));
  router.use('/assets', express.static(folder('dist/assets'), { immutable: true, maxAge: '1y', fallthrough: false }));
  router.use(express.static(folder('dist')));
  router.get('/{*screen}', (_request, response) => response.sendFile('index.html', { root: folder('dist') }));
  return router;
}
