import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The content policy allows files from this origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    target: 'es2022',
  },
});
