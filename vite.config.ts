import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The oldest browsers that work (README.md#browsers); test/floor.test.ts looks for what they lack. */
const oldest = ['chrome87', 'ios14.5', 'firefox90']

const first =
  /\/src\/(kit\/text\/lookUp|kit\/web\/([A-Z]\w+\.|idle|tokens|base|(page|route|state)\/|field\/Field|call\/(door|failure)|native\/bridge|notice\/(notify|loading|online))|counter\/web\/(Steps|customer|ticket\/TicketCard\.module)|session\/web\/human\/(human|HumanLine)|ticket\/web\/early\/early\.ts|\w+\/web\/screens\.ts)/
const shell =
  /\/src\/(app\/web\/(?!main|frame\/Surroundings|afterwards|dev\/(?!screens)|desk\/(?!entry))|session\/web\/session\.ts|site\/(web\/settings|pageSettings)\.ts)/
const libraries =
  /\/node_modules\/(react|react-dom|scheduler)\/|@oxc-project|vite\/preload-helper|rolldown\/runtime/

/**
 * `base` is what the first screens stand on: one chunk that the HTML starts, its styles inside the HTML. `calls` talks
 * to the server; `over` lies over screens and comes right after the first paint; `form` and `ticket` come with the
 * screens that use them. Everything else splits by screen.
 */
const groups = [
  {
    name: 'base',
    test: (id: string) =>
      first.test(id) || shell.test(id) || libraries.test(id) || /\/src\/site\/web\/[^/]+\.css/.test(id),
  },
  {
    name: 'calls',
    test: /\/src\/kit\/(endpoint|fields|brazil)\.ts|\/src\/kit\/web\/call\/(?!solve)|\/src\/session\/(contract|web\/(loadSession|whoIsThere))\.ts|\/node_modules\/(zod|@brazilian-utils)\//,
  },
  {
    name: 'over',
    test: /\/src\/kit\/web\/(dialog|notice)\/|\/src\/app\/web\/frame\/Surroundings|\/src\/site\/web\/consent\/(?!ConsentChoice|pane)|\/src\/site\/consent\.ts|\/src\/kit\/web\/cookie\.ts/,
  },
  {
    name: 'form',
    test: /\/src\/kit\/web\/(form|field)|\/node_modules\/(react-hook-form|@maskito)\//,
  },
  { name: 'select', test: /\/src\/kit\/web\/select\// },
  {
    name: 'ticket',
    test: /\/src\/(counter\/web\/ticket\/(?!TicketCard\.module)|kit\/(calendar|text\/formats)\.ts|kit\/web\/time\/)/,
  },
]

/** lightningcss's Features.LightDark, which nothing here uses, and FontFamilySystemUi, whose long list says what `sans-serif` says. */
const notDownlevelled = 1048576 | 65536

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
      // The entry's style sheet travels inside the HTML.
      resolveDependencies: (_file, deps) => deps.filter((dep) => !/\/base-[^/]+\.css$/.test(dep)),
    },
    rolldownOptions: {
      // Declarations of contracts and schemas do nothing but declare: what a screen does not use is left out.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'data', 'edited', 'page'] },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups } },
    },
  },
})
