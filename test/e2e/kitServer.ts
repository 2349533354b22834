import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import * as z from 'zod/mini'
import { pagedList } from '#kit/paging.ts'
import { gateReplies } from './support/kit/gates.ts'
import { listen } from '#test/support/wire/listen.ts'
import { Faults } from './support/proxy/faults.ts'

/** Serves the built shell under its Content-Security-Policy and answers the kit's few calls. */
export type KitServer = {
  address: string
  /** Faults of its answers. */
  faults: Faults
  isHuman(): boolean
  forgetHuman(): void
  /** The next requested page is one of a newer release, whose files never arrive. Answers once it was fetched. */
  release(): Promise<void>
  close(): void
}

const root = join(import.meta.dirname, '../../dist')
const secret = 'a secret of this test'
const kinds = ['normal', 'pregnant', 'disabilities', 'reserves']
const counts = kinds.flatMap((kind) => [
  [`total_${kind}`, 5],
  [`free_${kind}`, 1],
])
const lot = { id: 1, name: 'Garagem Centro', total: 120, free_total: 37, updated_at: null }
const many = (length: number, name: string, state: string) =>
  Array.from({ length }, (_, i) => `${name} ${i + 1} - ${state}`)
const cities = [...many(45, 'Cidade', 'SP'), ...many(400, 'Vila', 'RS')].map((text, i) => ({
  id: i + 1,
  text,
}))
const reserve = { value: 0, valueHuman: '0,00', valueMin: 0, valueMinHuman: '0,00' }
const flags = { env_production: false, warnings_enabled: true, dev_messages: ['Modo de demonstração'] }

type Reply = { status?: number; body?: unknown; cookie?: string }

/** Starts it on a free port. */
export async function startKitServer(): Promise<KitServer> {
  let human = false
  let released: (() => void) | null = null
  const replies: Record<string, (url: URL, body: string, method: string) => Reply | Promise<Reply>> = {
    '/sanctum/csrf-cookie': () => ({ status: 204, cookie: 'XSRF-TOKEN=abc; Path=/' }),
    '/api/session/web': () => ({
      body: {
        user: null,
        user_roles: [],
        configs: { reserve, methods: ['credit', 'debit'] },
        is_human: human,
        ...flags,
        server_now: new Date(),
      },
    }),
    '/api/parking/stats': () =>
      human
        ? { body: { data: [{ ...lot, ...Object.fromEntries(counts) }] } }
        : { status: 403, body: { message: 'Humano?', code: 'human_required', status: 403 } },
    '/api/session/humanChallenge': async () => ({ body: { data: await challenge() } }),
    '/api/session/humanCheck': async (_, body) => {
      human = await proves(body)
      return human ? { body: { data: { is_human: true } } } : { status: 422, body: { message: 'Não.' } }
    },
    // The receipts' page, which the service worker caches beside the portal's.
    '/r/': () => ({}),
    '/api/gl_city': (url) => ({ body: cityPage(url.searchParams) }),
    ...gateReplies(),
  }
  const faults = new Faults()
  const server = createServer((request, response) => {
    void faults.passes(request, response).then((passes) => passes && answer(request, response))
  })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://test')
    const reply = replies[url.pathname]
    if (url.pathname === '/' && released) {
      response.once('close', released)
      released = null
      serveFile('/', response, newer)
    } else if (!reply) serveFile(url.pathname, response)
    else
      void bodyOf(request).then(async (body) =>
        send(response, await reply(url, body, request.method ?? 'GET')),
      )
  }
  return {
    address: `http://127.0.0.1:${await listen(server)}`,
    faults,
    isHuman: () => human,
    forgetHuman: () => void (human = false),
    release: () => new Promise((fetched) => (released = fetched)),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function send(response: ServerResponse, { status = 200, body, cookie }: Reply): void {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (cookie !== undefined) headers['set-cookie'] = cookie
  response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body))
}

function cityPage(query: URLSearchParams) {
  const sought = (query.get('q') ?? '').toLowerCase()
  const found = cities.filter(({ text }) => text.toLowerCase().includes(sought))
  const kept = found.filter(({ text }) => text.endsWith(query.get('state') ?? ''))
  const request = { page: Number(query.get('page') ?? query.get('p')), perPage: 20, q: sought, filters: {} }
  const rows = kept.slice((request.page - 1) * 20, request.page * 20)
  return pagedList({ rows, total: kept.length }, request, '/api/gl_city')
}

function challenge() {
  const expiresAt = new Date(Date.now() + 60_000)
  const cheap = { algorithm: 'PBKDF2/SHA-256', cost: 100, counter: 40 }
  return createChallenge({ ...cheap, deriveKey, expiresAt, hmacSignatureSecret: secret })
}

const solution = z.object({ counter: z.number(), derivedKey: z.string() })
const parameters = z.looseObject({
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
})
const proofShape = z.object({ challenge: z.looseObject({ parameters }), solution })

async function proves(body: string): Promise<boolean> {
  const { code } = z.parse(z.object({ code: z.string() }), JSON.parse(body))
  const proof = z.parse(proofShape, JSON.parse(atob(code)))
  const verdict = await verifySolution({ ...proof, deriveKey, hmacSignatureSecret: secret })
  return verdict.verified
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const hashes = z.object({ scriptHashes: z.array(z.string()), styleHashes: z.array(z.string()) })

function serveFile(path: string, response: ServerResponse, changed = (page: string) => page): void {
  const file = join(root, 'web', path === '/' ? 'index.html' : path)
  if (!existsSync(file)) return void response.writeHead(404).end()
  const csp = z.parse(hashes, JSON.parse(readFileSync(join(root, 'csp.json'), 'utf8')))
  const quoted = (list: string[]) => list.map((hash) => `'${hash}'`).join(' ')
  const scripts = `script-src 'self' ${quoted(csp.scriptHashes)}`
  const policy = `default-src 'self'; ${scripts}; style-src 'self' ${quoted(csp.styleHashes)}`
  const type = types[extname(file)] ?? 'text/html; charset=utf-8'
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy })
  const bytes = readFileSync(file)
  response.end(path === '/' ? changed(filled(bytes.toString())) : bytes)
}

/** Every file of a release has a unique name. */
function newer(page: string): string {
  return page.replace(/(\/assets\/[\w-]+)\.(js|css)/g, '$1-newer.$2')
}

/** The page with the portal's values. */
function filled(page: string): string {
  return page
    .replace('"colors":', '"demo":true,"colors":')
    .replace('<meta name="csrf-token" content="">', '<meta name="csrf-token" content="abc">')
}
