import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const styles = join(
  dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))),
  'styles',
);

/**
 * Makes every Mantine module import the styles of its component, so that a screen loads only those
 * that it uses. They are in the layer `mantine`, so the application's styles win in any order.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: {
        id: /@mantine\/core\/esm\/.*\/(?:[\w-]+\.module|baseline|default-css-variables|global)\.mjs$/,
      },
      handler(code, id) {
        const file = `${basename(id).replace(/(?:\.module)?\.mjs$/, '')}.layer.css`;
        if (!existsSync(join(styles, file))) return undefined;
        return {
          code: `import '@mantine/core/styles/${file}';\n${code}`,
          map: null,
          moduleSideEffects: true,
        };
      },
    },
  };
}
