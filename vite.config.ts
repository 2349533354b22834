import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunksOf } from './tools/build/chunks.ts'

/** The oldest browsers that work (docs/operating.md#browsers); test/oldestBrowsers.test.ts looks for what they lack. */
const oldest = ['chrome87', 'ios14.5', 'firefox90']

/** lightningcss's Features.LightDark, which nothing here uses, and FontFamilySystemUi, whose long list says what `sans-serif` says. */
const notDownlevelled = 1048576 | 65536

const isGallery = (file: string) => file.includes('/DevUiPage-')

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[hash]_[local]' }, exclude: notDownlevelled },
  },
  worker: { format: 'es' },
  build: {
    target: oldest,
    cssTarget: oldest,
    outDir: 'dist/web',
    emptyOutDir: false,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The entry's style sheet travels inside the HTML. The first file names no scripts of the gallery, for its size.
      resolveDependencies: (file, deps) =>
        deps.filter((dep) => !/\/base-[^/]+\.css$/.test(dep) && !(isGallery(file) && dep.endsWith('.js'))),
    },
    rolldownOptions: {
      // Declarations of contracts and schemas do nothing but declare: what a screen does not use is left out.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        // The first file names over a hundred files: hexadecimal digits keep its first load 250 bytes smaller (28 bits a name).
        hashCharacters: 'hex',
        // The page and the first file name every chunk: a character less is 50 bytes of a first load near its limit.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunksOf(import.meta.dirname), debugName: 'steps' }],
        },
      },
    },
  },
})
