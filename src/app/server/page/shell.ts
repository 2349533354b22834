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

const shellModule = z.object({
  renderShell: z.custom<(template: string, settings: PageSettings) => string>(
    (value) => typeof value === 'function',
  ),
})

/** Throws if `npm run build` has not run. */
export async function loadShell(): Promise<Shell> {
  const file = join(dist, 'shell', 'shell.js')
  if (!existsSync(file)) throw new Error('the web is not built: run npm run build')
  const template = readFileSync(join(dist, 'shell', 'template.html'), 'utf8')
  const csp = z.parse(cspFile, JSON.parse(readFileSync(join(dist, 'csp.json'), 'utf8')))
  const { renderShell } = z.parse(shellModule, await import(pathToFileURL(file).href))
  let last = { key: '', html: '' }
  const render = (settings: PageSettings) => {
    const key = JSON.stringify(settings)
    if (last.key !== key) last = { key, html: renderShell(template, settings) }
    return last.html
  }
  return { render, build: createHash('sha256').update(template).digest('hex').slice(0, 16), ...csp }
}

export type VisitorValues = {
  csrf: string
  /** `serializeChallenge` of session/server/humanCheck.ts, or ''. */
  challenge: string
}

const visitorPartEnd = '<!--guiche:visit-->'

/** `head` always has the same length, `rest` is the same for all visitors (docs/spec.md#client-build). */
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
