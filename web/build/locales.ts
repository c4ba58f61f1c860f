import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const web = join(import.meta.dirname, '..');

/** Serves the texts under `/locales/{lng}/{ns}.json`, minified in builds. */
export function locales(): Plugin {
  return {
    name: 'locales',
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = /^\/(locales\/[a-z]{2}\/[\w-]+\.json)$/.exec(request.url ?? '')?.[1];
        if (file === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(readFileSync(join(web, file)));
      });
    },
    generateBundle() {
      for (const fileName of globSync('locales/*/*.json', { cwd: web })) {
        this.emitFile({
          type: 'asset',
          fileName,
          source: JSON.stringify(JSON.parse(readFileSync(join(web, fileName), 'utf8'))),
        });
      }
    },
  };
}
