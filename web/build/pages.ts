import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { memberOf } from '@hzm/contracts/core/json';
import type { Manifest } from 'vite';
import type * as Pages from '../pages.tsx';
import { cutFonts } from './fonts.ts';

const dist = join(import.meta.dirname, '../dist');

/**
 * Output folders: files for browsers, below `dist`, and the code that renders the pages, deleted
 * afterwards.
 */
export const folders = { client: 'dist/public', pages: 'dist/making' } as const;

/** Placeholder that the server replaces by its public address. */
const ORIGIN = '{origin}';

/** Shown while the application cannot load, as when its scripts are blocked; it replaces them. */
const lateTexts = {
  tr: {
    title: 'Uygulama henüz yüklenemedi',
    text: 'Bağlantınızı kontrol edip sayfayı yenileyin.',
    again: 'Sayfayı yenile',
  },
  en: {
    title: 'The application has not loaded yet',
    text: 'Check your connection and reload the page.',
    again: 'Reload the page',
  },
} as const;

const LATE_STYLE =
  '<style>#late{padding:24px;font:16px/1.5 system-ui,sans-serif;visibility:hidden;' +
  'animation:late 0s 10s forwards}@keyframes late{to{visibility:visible}}</style>';

const late = (language: keyof typeof lateTexts): string => {
  const { title, text, again } = lateTexts[language];
  return (
    `<div id="late" role="main"><strong role="heading" aria-level="1">${title}</strong>` +
    `<p>${text} <a href="">${again}</a></p></div>`
  );
};

/**
 * Writes `dist/pages/{language}/*.html`: rendered visitor pages, and `screen.html` for all other
 * addresses.
 */
export async function writePages(): Promise<void> {
  const template = readFileSync(join(dist, 'public/index.html'), 'utf8');
  const manifest = JSON.parse(
    readFileSync(join(dist, 'public/.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const { languages, makePages } = (await import(
    pathToFileURL(join(dist, 'making/pages.js')).href
  )) as typeof Pages;
  const fonts = (await cutFonts())
    .map(
      ({ fileName }) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fileName}">`,
    )
    .join('');
  const write = (language: string, path: string, html: string): void =>
    writeFileSync(
      join(dist, 'pages', language, `${path === '/' ? 'index' : path.slice(1)}.html`),
      html,
    );

  rmSync(join(dist, 'pages'), { recursive: true, force: true });
  for (const language of languages) {
    mkdirSync(join(dist, 'pages', language), { recursive: true });
    const { styles, code } = filesOf(manifest, [
      'main.tsx',
      'routes/_signed-in.tsx?tsr-split=component',
    ]);
    write(
      language,
      '/screen',
      page(
        template,
        language,
        `<title>HZM</title><meta name="robots" content="noindex">${LATE_STYLE}${fonts}${styles.map(stylesheet).join('')}${code.map(file => link('rel="modulepreload"', file)).join('')}`,
        `<div id="root">${late(language)}</div>`,
      ),
    );
  }
  for (const { path, language, routes, head, body, texts } of await makePages()) {
    const chunks = [
      'main.tsx',
      ...routes.map(id => `routes${id === '/' ? '/index' : id}.tsx?tsr-split=component`),
    ].filter(name => Object.hasOwn(manifest, name));
    const { styles, code } = filesOf(manifest, chunks);
    // Prefetches the application where a form is filled in; readers of the home page may never need
    // it.
    const links = `${styles.map(stylesheet).join('')}${path === '/' ? '' : code.map(file => link('data-then="prefetch"', file)).join('')}`;
    const data = JSON.stringify(texts).replaceAll('<', String.raw`\u003c`);
    write(
      language,
      path,
      page(
        template,
        language,
        `${head}${preview(path, language, head)}${fonts}${links}`,
        `<div id="root" data-page="${path}">${body}</div><script type="application/json" id="texts">${data}</script>`,
      ),
    );
  }
  for (const made of ['making', 'public/.vite', 'public/index.html'])
    rmSync(join(dist, made), { recursive: true });
}

/**
 * Blocks rendering until the first code runs, when the document is complete: a partial header would
 * shift.
 */
const page = (template: string, language: string, head: string, root: string): string =>
  template
    .replace('<script type="module"', '$& blocking="render"')
    .replace('<html lang="tr">', `<html lang="${language}">`)
    .replace('<!--head-->', () => head)
    .replace('<div id="root"></div>', () => root)
    .replace(/\n\s*/g, '');

/** Meta tags for link previews on other sites. */
function preview(path: string, language: string, head: string): string {
  const title = /<title>(.*?)<\/title>/.exec(head)?.[1] ?? '';
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1] ?? '';
  const og = {
    type: 'website',
    site_name: 'HZM',
    locale: language === 'tr' ? 'tr_TR' : 'en_US',
    title,
    description,
    url: `${ORIGIN}${path}`,
    image: `${ORIGIN}/preview-${language}.png`,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': title,
  };
  return `<link rel="canonical" href="${ORIGIN}${path}"><meta name="twitter:card" content="summary_large_image">${Object.entries(
    og,
  )
    .map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
    .join('')}`;
}

const stylesheet = (file: string): string => `<link rel="stylesheet" href="/${file}">`;
/** Link to code that runs later, fetched at once or on a signal from start.ts. */
const link = (when: string, file: string): string =>
  `<link ${when} as="script" crossorigin href="/${file}">`;

/** Returns the styles and code of chunks, with all imports. */
function filesOf(
  manifest: Manifest,
  chunks: readonly string[],
): { readonly styles: readonly string[]; readonly code: readonly string[] } {
  const seen = new Set<string>();
  const styles = new Set<string>();
  const code: string[] = [];
  const visit = (name: string): void => {
    const chunk = memberOf(manifest, name);
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    // Imports come first: the styles of a component follow those of its parts.
    chunk.imports?.forEach(visit);
    chunk.css?.forEach(file => styles.add(file));
    code.push(chunk.file);
  };
  chunks.forEach(visit);
  return { styles: [...styles], code };
}
