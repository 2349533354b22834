import { decimalReais, parseReais } from '#kit/money.ts'

const guiName = 'br.gov.bcb.pix'
const checksumId = '63'

/** CRC-16/CCITT-FALSE of an ASCII text, as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** `location`: an address without its scheme. */
export function buildBrCode({ location, amountCents }: { location: string; amountCents: number }): string {
  const account = field('00', guiName) + field('25', location)
  const payload =
    field('00', '01') +
    field('01', '12') +
    field('26', account) +
    field('52', '0000') +
    field('53', '986') +
    field('54', decimalReais(amountCents)) +
    field('58', 'BR') +
    field('59', 'ESTACIONAMENTO') +
    field('60', 'BRASIL') +
    field('62', field('05', '***')) +
    `${checksumId}04`
  return payload + crc16(payload)
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

/** What the Central Bank's manual of the BR Code requires of a field. */
const fieldRules: Readonly<Record<string, { isRequired: boolean; form: RegExp }>> = {
  '00': { isRequired: true, form: /^01$/ },
  '01': { isRequired: false, form: /^1[12]$/ },
  '52': { isRequired: true, form: /^\d{4}$/ },
  '53': { isRequired: true, form: /^986$/ },
  '54': { isRequired: false, form: /^\d{1,10}(\.\d{1,2})?$/ },
  '58': { isRequired: true, form: /^BR$/ },
  '59': { isRequired: true, form: /^(?=.*\S).{1,25}$/ },
  '60': { isRequired: true, form: /^(?=.*\S).{1,15}$/ },
  '61': { isRequired: false, form: /^.{1,10}$/ },
}
const txidPattern = /^(\*\*\*|[a-zA-Z0-9]{1,25})$/

/** Checks the checksum, the account, the fields of the manual, and the amount, where one is named. */
export function isValidBrCode(code: string, amountCents: number): boolean {
  const fields = parseSigned(code)
  if (fields === null || !code.startsWith('00')) return false
  const isFormed = Object.entries(fieldRules).every(([id, { isRequired, form }]) => {
    const value = fields.get(id)
    return value === undefined ? !isRequired : form.test(value)
  })
  if (!isFormed || !isOfAmount(fields, amountCents)) return false
  const txid = parseFields(fields.get('62') ?? '')?.get('05')
  return txid !== undefined && txidPattern.test(txid) && findAccount(fields) !== null
}

/** The bank's code as it came; ours for the same charge where a bank's app may refuse it; null where neither can be. */
export function usableBrCode(
  code: string | null | undefined,
  { amountCents, location }: { amountCents: number; location?: string | undefined },
): string | null {
  if (code && isValidBrCode(code, amountCents)) return code
  const address = location || locationIn(code ?? '', amountCents)
  if (!address || !locationPattern.test(address)) return null
  return buildBrCode({ location: address, amountCents })
}

/** Undefined for a code of another amount: it may be another charge's. */
function locationIn(code: string, amountCents: number): string | undefined {
  const fields = parseSigned(code)
  return fields && isOfAmount(fields, amountCents) ? findAccount(fields)?.get('25') : undefined
}

function isOfAmount(fields: ReadonlyMap<string, string>, amountCents: number): boolean {
  const named = fields.get('54')
  return named === undefined || parseReais(named) === amountCents
}

const locationPattern = /^[\x21-\x7e]{1,77}$/

/** The fields of a code whose checksum is right. */
function parseSigned(code: string): Map<string, string> | null {
  if (!/^[\x20-\x7e]{40,512}$/.test(code)) return null
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return null
  const fields = parseFields(code)
  return fields?.get(checksumId) === code.slice(-4) ? fields : null
}

/** The account of Pix: its key, or its location without a scheme. */
function findAccount(fields: ReadonlyMap<string, string>): Map<string, string> | null {
  for (const [id, value] of fields) {
    const account = Number(id) >= 26 && Number(id) <= 51 ? parseFields(value) : null
    if (account?.get('00')?.toLowerCase() !== guiName) continue
    const location = account.get('25')
    if (location === undefined || (locationPattern.test(location) && !/^https?:/i.test(location)))
      return account
  }
  return null
}

/** Null when lengths do not add up or a field repeats. */
function parseFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4))
    const [, id = '', length = ''] = head ?? []
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (!head || value.length !== Number(length) || fields.has(id)) return null
    fields.set(id, value)
    at += 4 + value.length
  }
  return fields
}
