import { lookUp } from '#kit/text/lookUp.ts'

/** How a bank differs from the standard; what is not here is as the standard has it (src/acquirer/server/pix/README.md#banks). */
export type BankRow = {
  readonly title: string
  /** How the client proves itself for a token: in a header, in the form, or by its certificate alone. */
  readonly auth: 'basic' | 'form' | 'certificate'
  readonly tokenBody: 'form' | 'json'
  /** What the token is asked for; null asks for whatever the bank has granted. */
  readonly scopes: string | null
  /** Where the parts of the API lie beneath PIX_URL. */
  readonly paths: { readonly cob: string; readonly pix: string; readonly webhook: string }
  /** With every call; `{name}` is given with the bank: PIX_BANK=bank?name=value. `{uuid}` is another each time. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** With the call that registers the webhook. */
  readonly webhookHeaders: Readonly<Record<string, string>>
  /** What follows the address of the webhook where it is registered; the bank adds `/pix`. */
  readonly webhookSuffix: string
}

/** What the portal does at the bank. */
export const neededScopes = [
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
  scopes: neededScopes.join(' '),
  paths: { cob: '/cob', pix: '/pix', webhook: '/webhook' },
  headers: {},
  query: {},
  webhookHeaders: {},
  webhookSuffix: '',
}

/** The banks whose difference is known, by their name in PIX_BANK. */
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

/**
 * The row that PIX_BANK names, with what it was given: `inter?account=12345`. A header or query field whose value was not
 * given is left out. Throws for a bank without a row.
 */
export function bankNamed(text: string, clientId: string): BankRow {
  const [name = '', given = ''] = text.split('?')
  const rows: Readonly<Record<string, BankRow>> = banks
  const row = lookUp(rows, name)
  if (!row) throw new Error(`PIX_BANK: there is no bank ${name}; known are ${Object.keys(banks).join(', ')}`)
  const values = new Map([['client_id', clientId], ...new URLSearchParams(given)])
  return { ...row, headers: filled(row.headers, values), query: filled(row.query, values) }
}

function filled(fields: Readonly<Record<string, string>>, values: ReadonlyMap<string, string>) {
  const known = Object.entries(fields).flatMap(([name, value]) => {
    const wanted = /^\{(\w+)\}$/.exec(value)?.[1]
    const text = wanted === undefined || wanted === 'uuid' ? value : values.get(wanted)
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries(known)
}
