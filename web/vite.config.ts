import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Set by `npm run dev`: the Worker that answers /api while Vite serves the pages. */
const worker = process.env['ONCA_WORKER'];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  ...(worker === undefined
    ? {}
    : {
        server: {
          proxy: {
            '/api': {
              target: worker,
              changeOrigin: true,
              ws: true,
              // The Worker refuses other origins, and this page's is Vite's.
              headers: { Origin: worker },
            },
          },
        },
      }),
  build: {
    // The content policy allows files from this origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2022',
  },
});
