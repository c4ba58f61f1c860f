import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './build/compress.ts';
import { fonts } from './build/fonts.ts';
import { leanContracts } from './build/lean-contracts.ts';
import { leanZod } from './build/lean-zod.ts';
import { locales } from './build/locales.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { folders, writePages } from './build/pages.ts';

/** `npm run dev` has it beside. */
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'routes',
      generatedRouteTree: 'routeTree.gen.ts',
      autoCodeSplitting: true,
      quoteStyle: 'single',
    }),
    react(),
    fonts(),
    locales(),
    mantineStyles(),
    leanContracts(),
    leanZod(),
  ],
  build: { target: 'es2023', emptyOutDir: true },
  environments: {
    client: {
      build: {
        outDir: folders.client,
        manifest: true,
        // Everything comes from the server itself: its policy allows no data: addresses.
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: {
            chunkFileNames: ({ name }) =>
              `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
            // A few files instead of one for each part that two screens share: what runs first,
            // what every page needs, and what some screens do.
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'], priority: 4 },
                {
                  name: 'react',
                  test: /\/node_modules\/(?:react|react-dom|scheduler)\//,
                  priority: 3,
                },
                { name: 'base', test: /\/web\/(?:main|shell\/VisitorPage)\.tsx/, priority: 2 },
                { name: 'calls', test: /\/web\/lib\/http\.ts/, priority: 1 },
                {
                  name: 'inside',
                  test: /\/web\/(?:shell\/Shell|state\/projects?\.live|lib\/plan|ui\/(?:EmptyState|ErrorNotice|Form|Page|Panel|notify|rule-texts|use-calm|use-sending))\.tsx?|\/Icon(?:Folders|Plus)\.mjs|\/@mantine\/core\/esm\/components\/(?:Anchor|Paper|Progress|Skeleton|TextInput)\//,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: folders.pages,
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'pages.tsx' },
      },
    },
  },
  builder: {
    buildApp: async builder => {
      await builder.build(builder.environments['client']!);
      await builder.build(builder.environments['ssr']!);
      await writePages();
      await compress(join(import.meta.dirname, folders.client));
    },
  },
  server: { proxy: { '/api': server, '/socket.io': { target: server, ws: true } } },
});
