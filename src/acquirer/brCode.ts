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

/** Checks the checksum, the account and the amount, where one is named. */
export function isValidBrCode(code: string, amountCents: number): boolean {
  if (!/^[\x20-\x7e]{40,512}$/.test(code)) return false
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return false
  const fields = parseFields(code)
  if (!fields || fields.get(checksumId) !== code.slice(-4)) return false
  const amountText = fields.get('54')
  if (amountText !== undefined && parseReais(amountText) !== amountCents) return false
  return [...fields].some(([id, value]) => Number(id) >= 26 && Number(id) <= 51 && isPixAccount(value))
}

function isPixAccount(account: string): boolean {
  return parseFields(account)?.get('00')?.toLowerCase() === guiName
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
