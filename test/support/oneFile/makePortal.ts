// A step of npm test: bundles the portal in one file, at PORTAL_FILE, for the portals that tests start and kill by the
// dozen. Each start from its own 1,500 files takes 0.4 s of processor time more; the first portal of the browser tests
// starts from them, as npm start does.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const portalFile = process.env['PORTAL_FILE']
if (portalFile === undefined) throw new Error('PORTAL_FILE names no file')

/** Files beside a source file are still found there. */
const whereItWas: Plugin = {
  name: 'where-it-was',
  transform: (code, file) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      : null,
}

const built = await build({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  plugins: [whereItWas],
  ssr: { noExternal: true, external: ['@node-rs/argon2', '@napi-rs/image', '@electric-sql/pglite'] },
  build: {
    ssr: 'src/app/server/main.ts',
    write: false,
    minify: false,
    target: 'node24',
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
if (Array.isArray(built) || !('output' in built)) throw new Error('the portal was not built once')
const [{ code }, ...more] = built.output
if (more.length > 0) throw new Error('the portal is more than one file')
mkdirSync(dirname(portalFile), { recursive: true })
// Another run may be starting portals from it.
const written = `${portalFile}.${process.pid}`
writeFileSync(written, code)
renameSync(written, portalFile)
