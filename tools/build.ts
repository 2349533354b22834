import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { defaultPageSettings } from '../src/site/pageSettings.ts'
import { criticalStyles } from './build/criticalStyles.ts'
import { assembleTemplate, inlineHashes, readManifest } from './build/template.ts'
import { withBuildLock } from './build/buildLock.ts'
import { compressAll } from './build/compress.ts'
import { keepReleases } from './build/releases.ts'
import { writeServiceWorker } from './build/serviceWorker.ts'
import { sourceStamp } from './build/sourceStamp.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'dist/web')
const shellFolder = join(root, 'dist/shell')

/**
 * Builds `dist/web` (served files), `dist/shell` (`shell.js` draws the page for the current settings from
 * `template.html`) and `dist/csp.json` (hashes of the inline script and style).
 */
export async function buildWeb({ quiet = false }: { quiet?: boolean } = {}): Promise<'built' | 'fresh'> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  return withBuildLock(join(root, 'dist/.building'), () => asProduction(() => buildIfStale(quiet)))
}

/** React's builds read NODE_ENV; a caller in the same process (npm start) gets its value restored. */
async function asProduction<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

async function buildIfStale(quiet: boolean): Promise<'built' | 'fresh'> {
  const stamp = sourceStamp(root)
  const stampFile = join(web, '.stamp')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'fresh'
  if (!quiet) process.stdout.write('building the web, once: about 10 s\n')
  rmSync(stampFile, { force: true })
  mkdirSync(web, { recursive: true })
  const logLevel = quiet ? 'error' : 'warn'
  await build({ root, logLevel })
  await build({
    root,
    logLevel,
    build: {
      manifest: false,
      rolldownOptions: {
        input: 'src/receipt/web/checkOffline.ts',
        output: { format: 'iife', entryFileNames: 'receipt.js', codeSplitting: false },
      },
    },
  })
  await build({
    root,
    logLevel,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/app/web/shell.tsx',
      outDir: shellFolder,
      emptyOutDir: true,
      manifest: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  await writePages()
  writeFileSync(stampFile, stamp)
  return 'built'
}

async function writePages(): Promise<void> {
  const manifest = readManifest(web)
  const shell: unknown = await import(`${pathToFileURL(join(shellFolder, 'shell.js')).href}?${Date.now()}`)
  if (!isShell(shell)) throw new Error('dist/shell/shell.js does not export renderShell')
  const { renderShell } = shell
  const built = { root, web, manifest }
  const whole = assembleTemplate(built, (sheet) => sheet)
  // The first paint needs its styles under any settings.
  const drawn = [defaultPageSettings, fullestSettings].map((settings) => renderShell(whole, settings))
  const template = assembleTemplate(built, (sheet) => criticalStyles(sheet, drawn))
  writeFileSync(join(shellFolder, 'template.html'), template)
  const page = renderShell(template, defaultPageSettings)
  writeFileSync(join(web, 'index.html'), page)
  writeFileSync(join(root, 'dist/csp.json'), JSON.stringify(inlineHashes(template), null, 2))
  cpSync(join(root, 'src/app/web/icons'), join(web, 'icons'), { recursive: true })
  writeServiceWorker(web, manifest, page)
  keepReleases(web, manifest)
  compressAll(web)
}

/** All elements that can appear before hydration. */
const fullestSettings = {
  ...defaultPageSettings,
  reserveEnabled: true,
  logoUrl: '/logo',
  contactHours: 'sempre',
  warningsEnabled: true,
}

function isShell(
  module: unknown,
): module is { renderShell: (template: string, settings: typeof defaultPageSettings) => string } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderShell' in module &&
    typeof module.renderShell === 'function'
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const outcome = await buildWeb()
  process.stdout.write(`web ${outcome} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
