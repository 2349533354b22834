import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Chrome 87, Safari 14 and Firefox 90 are the oldest browsers that work. */
const oldest = ['chrome87', 'safari14', 'firefox90']

/**
 * What the first screens stand on: one chunk, started by the HTML itself, its styles (and those of every kit part and
 * static screen) inside the HTML. Calls, notices and dialogs come right after; forms, masks and selects with their
 * screens.
 */
function isBase(module: string): boolean {
  if (/\/node_modules\/(react|react-dom|scheduler|zod)\/|@oxc-project|vite\/preload-helper/.test(module))
    return true
  if (/\/src\/(kit|site|app)\/web\/.*\.css/.test(module)) return true
  if (/\/src\/app\/web\/(main|Surroundings|afterwards|DevUiPage)\./.test(module)) return false
  if (/\/src\/kit\/web\/([A-Z]\w+\.tsx|(page|route|state)\/|notice\/(notify|loading|online))/.test(module))
    return true
  return /\/src\/(app\/web\/|session\/web\/session\.ts|site\/(web\/settings|pageSettings)\.ts)/.test(module)
}

/** What talks to the server: wanted by every screen but the first. */
function isCalls(module: string): boolean {
  return /\/src\/kit\/(endpoint\.ts|web\/call\/(?!solve|Human))|\/src\/session\//.test(module)
}

const groups = [
  { name: 'base', test: isBase },
  { name: 'calls', test: isCalls },
]

export default defineConfig({
  plugins: [react()],
  publicDir: false,
  server: { proxy: { '^/(api|auth|sanctum|payment|dev)/': 'http://127.0.0.1:3000' } },
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[hash]_[local]' } } },
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
      // The entry's style sheet travels inside the HTML.
      resolveDependencies: (_file, deps) => deps.filter((dep) => !/\/base-[^/]+\.css$/.test(dep)),
    },
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
    },
  },
})
