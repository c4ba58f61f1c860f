import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', routesDirectory: 'routes', generatedRouteTree: 'routeTree.gen.ts', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
  ],
  // Everything comes from the server itself: its policy allows no data: addresses.
  build: { outDir: 'dist', target: 'es2023', assetsInlineLimit: 0 },
  server: { proxy: { '/api': server, '/locales': server, '/socket.io': { target: server, ws: true } } },
});
