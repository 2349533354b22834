import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { settingsBlock } from '#site/settingsBlock.ts'
import type { PageSettings } from '#site/pageSettings.ts'
import * as z from 'zod/mini'
import { lookUp } from '#kit/text/lookUp.ts'

const dist = fileURLToPath(new URL('../../../../dist', import.meta.url))
export const webDir = join(dist, 'web')

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The built page: drawn for the current settings, and what it is served with. */
export type Shell = {
  /** The page with its prerendered screens; placeholders for settings and tokens are still empty. */
  draw: (settings: PageSettings) => string
  /** Names this build; an open page of another build is told to reload. */
  build: string
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
}

const cspFile = z.object({
  scriptHashes: z.array(z.string()),
  styleHashes: z._default(z.array(z.string()), []),
})

/** Loads what `npm run build` made. Throws when the web was not built. */
export async function loadShell(): Promise<Shell> {
  const file = join(dist, 'shell', 'shell.js')
  if (!existsSync(file)) throw new Error('the web is not built: run npm run build')
  const template = readFileSync(join(dist, 'shell', 'template.html'), 'utf8')
  const csp = z.parse(cspFile, JSON.parse(readFileSync(join(dist, 'csp.json'), 'utf8')))
  const module: unknown = await import(pathToFileURL(file).href)
  if (!isShellModule(module)) throw new Error('dist/shell/shell.js does not export renderShell')
  let drawn = { key: '', html: '' }
  const draw = (settings: PageSettings) => {
    const key = JSON.stringify(settings)
    if (drawn.key !== key) drawn = { key, html: module.renderShell(template, settings) }
    return drawn.html
  }
  return { draw, build: createHash('sha256').update(template).digest('hex').slice(0, 16), ...csp }
}

function isShellModule(
  module: unknown,
): module is { renderShell: (template: string, settings: PageSettings) => string } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderShell' in module &&
    typeof module.renderShell === 'function'
  )
}

/**
 * Fills the page's placeholders: settings, anti-forgery token and the client build
 * (docs/wire.md#3-client-build).
 */
export function fillShell(
  shell: Shell,
  settings: PageSettings,
  csrf: string,
  apiUser: { id: string; token: string },
): string {
  const metas: Readonly<Record<string, string>> = {
    'csrf-token': csrf,
    'api-user-id': apiUser.id,
    'api-token': apiUser.token,
  }
  return shell
    .draw(settings)
    .replace('<!--guiche:settings-->', () => settingsBlock(settings))
    .replace(/<meta name="([a-z-]+)" content=""\s*\/?>/g, (tag, name: string) => {
      const value = lookUp(metas, name)
      return value === undefined ? tag : `<meta name="${name}" content="${value}">`
    })
}

/** Compresses a page for the encodings that the browser accepts. */
export async function compressed(
  text: string,
  accept: string,
): Promise<{ body: Buffer; encoding: string | null }> {
  if (/\bbr\b/.test(accept)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
    return { body: await brotli(text, { params }), encoding: 'br' }
  }
  if (/\bgzip\b/.test(accept)) return { body: await gzipped(text), encoding: 'gzip' }
  return { body: Buffer.from(text), encoding: null }
}
