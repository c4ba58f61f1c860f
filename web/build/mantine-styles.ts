import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const styles = join(
  dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css'))),
  'styles',
);

/**
 * Every module of Mantine's that names the classes of a component brings that component's styles,
 * so that a screen loads
 * those of what it shows. They lie in the layer `mantine`: whatever comes first, our own styles
 * win.
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
