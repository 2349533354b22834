import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PageSettings } from '#site/pageSettings.ts'
import * as z from 'zod/mini'
import type { ApiUser } from './clientBuild.ts'
import { lookUp } from '#kit/text/lookUp.ts'

const dist = fileURLToPath(new URL('../../../../dist', import.meta.url))
export const webDir = join(dist, 'web')

const gzipped = promisify(gzip)

export type Shell = {
  render: (settings: PageSettings) => string
  build: string
  scriptHashes: readonly string[]
  styleHashes: readonly string[]
}

const cspFile = z.object({
  scriptHashes: z.array(z.string()),
  styleHashes: z._default(z.array(z.string()), []),
})

/** Throws if `npm run build` has not run. */
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
  return { render: draw, build: createHash('sha256').update(template).digest('hex').slice(0, 16), ...csp }
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

export type VisitorValues = {
  csrf: string
  /** `serializeChallenge` of session/server/humanCheck.ts, or ''. */
  challenge: string
}

const visitorPartEnd = '<!--guiche:visit-->'

/** `head` has a constant length, `rest` is equal for all (docs/spec.md#client-build). */
export function fillShell(shell: Shell, settings: PageSettings, apiUser: ApiUser) {
  const [head = '', rest = ''] = shell.render(settings).split(visitorPartEnd)
  return {
    head: ({ csrf, challenge }: VisitorValues) =>
      withMetas(head, { 'csrf-token': csrf, 'human-challenge': challenge }),
    rest: withMetas(rest, { 'api-user-id': apiUser.id, 'api-token': apiUser.token }),
  }
}

function withMetas(html: string, metas: Readonly<Record<string, string>>): string {
  return html.replace(/<meta name="([a-z-]+)" content="">/g, (tag, name: string) => {
    const value = lookUp(metas, name)
    return value === undefined ? tag : `<meta name="${name}" content="${value}">`
  })
}

export async function gzippedOrPlain(text: string, accept: string) {
  if (/\bgzip\b/.test(accept)) return { body: await gzipped(text), encoding: 'gzip' }
  return { body: Buffer.from(text), encoding: null }
}
