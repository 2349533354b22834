import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import type { Random } from './random.ts'
import { everyFieldGets, hostileBodies, hostileHeaders, hostileTexts } from './hostile.ts'
import type { Pool } from './pool.ts'
import { type Generation, valueFor } from './values.ts'

export type FuzzRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | null
}

/** Calls without a contract: the return from the bank, and those of machines. */
const others = ['/payment/return/:nonce', '/healthz', '/readyz', '/metrics', '/', '/assets/:name', '/:name']

/** The share of hostile values: without any, a call succeeds; with a few, one field is wrong among many valid ones. */
const hostilities = [0, 0.08, 0.08, 0.2]

const endpoints = Object.values<Endpoint>(contracts)

/** Mostly a call of `wanted`; sometimes any other, or an address without a contract. */
export function anyRequest(
  random: Random,
  pool: Pool,
  wanted: (endpoint: Endpoint) => boolean,
): { request: FuzzRequest; endpoint: Endpoint | null } {
  const generation = { random, pool, hostility: random.pick(hostilities) }
  if (random.chance(0.02)) return { request: bare(generation, random.pick(others)), endpoint: null }
  const endpoint = random.pick(random.chance(0.8) ? endpoints.filter(wanted) : endpoints)
  return { request: requestFor(generation, endpoint), endpoint }
}

/** Every call of `wanted`, once for each of its fields with an invalid value. */
export function* eachField(
  random: Random,
  pool: Pool,
  wanted: (endpoint: Endpoint) => boolean,
): Generator<{ request: FuzzRequest; endpoint: Endpoint }> {
  for (const endpoint of endpoints.filter(wanted))
    for (let field = 0; ; field += 1) {
      const spoilt = { text: random.pick(everyFieldGets), after: field }
      const request = requestFor({ random, pool, hostility: 0, spoilt }, endpoint)
      if (spoilt.after >= 0) break
      yield { request, endpoint }
    }
}

function bare(generation: Generation, pattern: string): FuzzRequest {
  const path = pattern.replace(/:\w+/g, () => segment(generation.random.pick(hostileTexts)))
  return {
    method: generation.random.pick(['GET', 'POST']),
    path,
    headers: headersFor(generation),
    body: null,
  }
}

function requestFor(generation: Generation, endpoint: Endpoint): FuzzRequest {
  const params = endpoint.params
    ? valueFor({ ...generation, hostility: generation.hostility / 2 }, endpoint.params)
    : {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => segment(textOf(params, name)))
  const asked = endpoint.query ? queryOf(generation, valueFor(generation, endpoint.query)) : ''
  const { type, body } = bodyFor(generation, endpoint)
  const headers = { ...(type === null ? {} : { 'content-type': type }), ...headersFor(generation) }
  return { method: endpoint.method, path: path + asked, headers, body }
}

function bodyFor(
  generation: Generation,
  endpoint: Endpoint,
): { type: string | null; body: FuzzRequest['body'] } {
  const { random, hostility } = generation
  if (endpoint.method === 'GET') return { type: null, body: null }
  if (random.chance(hostility / 4)) {
    const [type, body] = random.pick(hostileBodies)
    return { type: type === '' ? null : type, body }
  }
  const field = uploads.get(endpoint.path)
  if (field !== undefined && endpoint.method === 'POST') return { type: null, body: fileFor(random, field) }
  if (!endpoint.body) return { type: null, body: null }
  return { type: 'application/json', body: JSON.stringify(valueFor(generation, endpoint.body) ?? null) }
}

/** Calls with a file, and its field. */
const uploads: ReadonlyMap<string, string> = new Map([
  ['/api/staff/statements', 'statement'],
  ['/api/staff/settings/logo', 'logo'],
])

function fileFor(random: Random, field: string): FormData {
  const cell = () => random.pick([...hostileTexts, '1', 'abc', '10/03/2026', '1,00'])
  const rows = Array.from({ length: 1 + random.below(3) }, () =>
    ['10/03/2026', '1,00', cell(), cell(), cell()].map((text) => `"${text.replaceAll('"', '')}"`).join(';'),
  )
  const csv = ['Data;Valor;Número do Pedido;NSU;Código de autorização', ...rows].join('\n')
  const content = random.chance(0.6) ? csv : random.pick([`<svg>${cell()}</svg>`, cell(), '\u0089PNG\r\n\0'])
  const form = new FormData()
  if (random.chance(0.3)) form.append(random.pick(hostileTexts), cell())
  form.append(random.chance(0.8) ? field : random.pick(hostileTexts), new Blob([content]), cell())
  return form
}

function headersFor({ random, hostility }: Generation): Record<string, string> {
  if (!random.chance(hostility / 4)) return {}
  return Object.fromEntries([random.pick(hostileHeaders)])
}

function queryOf({ random, hostility }: Generation, asked: unknown): string {
  if (typeof asked !== 'object' || asked === null) return '?a%5B__proto__%5D=%00&%00=1'
  const pairs = Object.entries(asked).map(([name, value]) => `${segment(name)}=${segment(written(value))}`)
  if (random.chance(hostility / 3)) pairs.push(...pairs, '__proto__=x', 'constructor[prototype]=%00', '&=')
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function textOf(params: unknown, name: string): string {
  const fields = typeof params === 'object' && params !== null ? new Map(Object.entries(params)) : null
  return written(fields?.get(name) ?? '1')
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** As a part of an address; lone surrogates are encoded as bytes. */
function segment(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text.replace(/[^\w]/g, '%ED%A0%80')
}
