import { lookUp } from '#kit/text/lookUp.ts'
import type { Clock } from '#kit/clock.ts'

export type PixSettings = {
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly key: string
  /** PEM texts; null for the simulator. */
  readonly certificate: { readonly cert: string; readonly key: string } | null
  readonly ca?: string
  readonly webhookSecret: string
  readonly bank: BankRow
  readonly expiryS: number
  readonly timeoutMs: number
  readonly clock: Clock
}

/** src/acquirer/server/pix/README.md#banks */
type BankRow = {
  readonly title: string
  readonly auth: 'basic' | 'form' | 'certificate'
  readonly tokenBody: 'form' | 'json'
  /** Null requests all that the bank granted. */
  readonly scopes: string | null
  readonly paths: { readonly cob: string; readonly pix: string; readonly webhook: string }
  /** `{name}` comes from PIX_BANK=bank?name=value; `{uuid}` is new for each call. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly webhookHeaders: Readonly<Record<string, string>>
  readonly webhookSuffix: string
}

export const requiredScopes = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
]

const standard: BankRow = {
  title: 'as the standard has it',
  auth: 'basic',
  tokenBody: 'form',
  scopes: requiredScopes.join(' '),
  paths: { cob: '/cob', pix: '/pix', webhook: '/webhook' },
  headers: {},
  query: {},
  webhookHeaders: {},
  webhookSuffix: '',
}

export const banks = {
  standard,
  efi: {
    ...standard,
    title: 'Efí',
    tokenBody: 'json',
    scopes: null,
    webhookHeaders: { 'x-skip-mtls-checking': 'true' },
  },
  bb: { ...standard, title: 'Banco do Brasil', query: { 'gw-dev-app-key': '{app_key}' } },
  sicoob: { ...standard, title: 'Sicoob', auth: 'certificate', headers: { client_id: '{client_id}' } },
  sicredi: { ...standard, title: 'Sicredi' },
  inter: { ...standard, title: 'Inter', auth: 'form', headers: { 'x-conta-corrente': '{account}' } },
  itau: {
    ...standard,
    title: 'Itaú',
    auth: 'form',
    scopes: null,
    headers: { 'x-itau-apikey': '{client_id}', 'x-itau-correlationID': '{uuid}' },
  },
} as const satisfies Readonly<Record<string, BankRow>>

/** `text` is PIX_BANK, such as `inter?account=12345`. Throws for an unknown bank. */
export function parseBank(text: string, clientId: string): BankRow {
  const [name = '', given = ''] = text.split('?')
  const rows: Readonly<Record<string, BankRow>> = banks
  const row = lookUp(rows, name)
  if (!row) throw new Error(`PIX_BANK: there is no bank ${name}; known are ${Object.keys(banks).join(', ')}`)
  const values = new Map([['client_id', clientId], ...new URLSearchParams(given)])
  return { ...row, headers: fillVariables(row.headers, values), query: fillVariables(row.query, values) }
}

function fillVariables(fields: Readonly<Record<string, string>>, values: ReadonlyMap<string, string>) {
  const known = Object.entries(fields).flatMap(([name, value]) => {
    const variable = /^\{(\w+)\}$/.exec(value)?.[1]
    const text = variable === undefined || variable === 'uuid' ? value : values.get(variable)
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries(known)
}
