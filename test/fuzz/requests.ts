import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import type { Dice } from './dice.ts'
import { everyFieldGets, hostileBodies, hostileHeaders, hostileTexts } from './hostile.ts'
import type { Pool } from './pool.ts'
import { type Mood, valueFor } from './values.ts'

export type FuzzRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | null
}

/** Calls without a contract: the bank's way back, and what a machine asks. */
const others = ['/payment/return/:nonce', '/healthz', '/readyz', '/metrics', '/', '/assets/:name', '/:name']

/** Without any, a call gets through; with little, one field is wrong among many that are right. */
const hostilities = [0, 0.08, 0.08, 0.2]

const endpoints = Object.values<Endpoint>(contracts)

/** Something that `wanted` is for, mostly; now and then any other call, or an address without a contract. */
export function anyRequest(
  dice: Dice,
  pool: Pool,
  wanted: (endpoint: Endpoint) => boolean,
): { request: FuzzRequest; endpoint: Endpoint | null } {
  const mood = { dice, pool, hostility: dice.pick(hostilities) }
  if (dice.falls(0.02)) return { request: bare(mood, dice.pick(others)), endpoint: null }
  const endpoint = dice.pick(dice.falls(0.8) ? endpoints.filter(wanted) : endpoints)
  return { request: requestFor(mood, endpoint), endpoint }
}

/** Every call that `wanted` is for, once for each of its fields: that one is what no field should be. */
export function* eachField(
  dice: Dice,
  pool: Pool,
  wanted: (endpoint: Endpoint) => boolean,
): Generator<{ request: FuzzRequest; endpoint: Endpoint }> {
  for (const endpoint of endpoints.filter(wanted))
    for (let field = 0; ; field += 1) {
      const spoilt = { text: dice.pick(everyFieldGets), after: field }
      const request = requestFor({ dice, pool, hostility: 0, spoilt }, endpoint)
      if (spoilt.after >= 0) break
      yield { request, endpoint }
    }
}

function bare(mood: Mood, pattern: string): FuzzRequest {
  const path = pattern.replace(/:\w+/g, () => segment(mood.dice.pick(hostileTexts)))
  return { method: mood.dice.pick(['GET', 'POST']), path, headers: headersFor(mood), body: null }
}

function requestFor(mood: Mood, endpoint: Endpoint): FuzzRequest {
  const params = endpoint.params ? valueFor({ ...mood, hostility: mood.hostility / 2 }, endpoint.params) : {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => segment(textOf(params, name)))
  const asked = endpoint.query ? queryOf(mood, valueFor(mood, endpoint.query)) : ''
  const { type, body } = bodyFor(mood, endpoint)
  const headers = { ...(type === null ? {} : { 'content-type': type }), ...headersFor(mood) }
  return { method: endpoint.method, path: path + asked, headers, body }
}

function bodyFor(mood: Mood, endpoint: Endpoint): { type: string | null; body: FuzzRequest['body'] } {
  const { dice, hostility } = mood
  if (endpoint.method === 'GET') return { type: null, body: null }
  if (dice.falls(hostility / 4)) {
    const [type, body] = dice.pick(hostileBodies)
    return { type: type === '' ? null : type, body }
  }
  const field = uploads.get(endpoint.path)
  if (field !== undefined && endpoint.method === 'POST') return { type: null, body: fileFor(dice, field) }
  if (!endpoint.body) return { type: null, body: null }
  return { type: 'application/json', body: JSON.stringify(valueFor(mood, endpoint.body) ?? null) }
}

/** Calls with a file, and the field that carries it. */
const uploads: ReadonlyMap<string, string> = new Map([
  ['/api/staff/statements', 'statement'],
  ['/api/staff/settings/logo', 'logo'],
])

function fileFor(dice: Dice, field: string): FormData {
  const cell = () => dice.pick([...hostileTexts, '1', 'abc', '10/03/2026', '1,00'])
  const rows = Array.from({ length: 1 + dice.below(3) }, () =>
    ['10/03/2026', '1,00', cell(), cell(), cell()].map((text) => `"${text.replaceAll('"', '')}"`).join(';'),
  )
  const csv = ['Data;Valor;Número do Pedido;NSU;Código de autorização', ...rows].join('\n')
  const content = dice.falls(0.6) ? csv : dice.pick([`<svg>${cell()}</svg>`, cell(), '\u0089PNG\r\n\0'])
  const form = new FormData()
  if (dice.falls(0.3)) form.append(dice.pick(hostileTexts), cell())
  form.append(dice.falls(0.8) ? field : dice.pick(hostileTexts), new Blob([content]), cell())
  return form
}

function headersFor({ dice, hostility }: Mood): Record<string, string> {
  if (!dice.falls(hostility / 4)) return {}
  return Object.fromEntries([dice.pick(hostileHeaders)])
}

function queryOf({ dice, hostility }: Mood, asked: unknown): string {
  if (typeof asked !== 'object' || asked === null) return '?a%5B__proto__%5D=%00&%00=1'
  const pairs = Object.entries(asked).map(([name, value]) => `${segment(name)}=${segment(written(value))}`)
  if (dice.falls(hostility / 3)) pairs.push(...pairs, '__proto__=x', 'constructor[prototype]=%00', '&=')
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function textOf(params: unknown, name: string): string {
  const fields = typeof params === 'object' && params !== null ? new Map(Object.entries(params)) : null
  return written(fields?.get(name) ?? '1')
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** As a place of an address; halves of surrogate pairs go as the bytes that they would be. */
function segment(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text.replace(/[^\w]/g, '%ED%A0%80')
}
