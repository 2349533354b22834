import type { RefusalCause, Retry } from '../../../acquirer.ts'
import { brandRow, type CardBrand, type cardBrands } from '../../../brands.ts'
import { dayMs, hourMs } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'

type ProgrammeName = (typeof cardBrands)[CardBrand]['retries']
type Programme = { readonly irreversible: readonly string[]; readonly data: readonly string[] }

/** src/acquirer/server/cielo/README.md#16-retries */
const programmes: Readonly<Record<ProgrammeName, Programme>> = {
  visa: row('4 7 12 14 15 41 43 46 57 R0 R1 R3', '54 55 70 82 1A 6P N7'),
  master: row('1 3 4 12 13 14 15 30 41 43 58 62 88 92 94', '54'),
  elo: row('12 13 14 19 23 30 41 43 46 56 57 58 64 76 77 83 FM P5', '54 63 82'),
  amex: row('A3 A7 DA FD JB', '8 A2 BV'),
  // No published programme: codes of cards that are cancelled or never existed.
  other: row('7 14 15 41 43 46', '54'),
}

/** The number is wrong: another number is another card. */
const numberCodes = ['12', '14', '15', '56']

const advices: Readonly<Record<string, Retry>> = {
  '01': { class: 'data', waitMs: 0 },
  ...Object.fromEntries(['03', '21', '40', '41', '43'].map((advice) => [advice, never()])),
  '02': after(72 * hourMs),
  '24': after(hourMs),
  '25': after(24 * hourMs),
  '26': after(2 * dayMs),
  '27': after(4 * dayMs),
  '28': after(6 * dayMs),
  '29': after(8 * dayMs),
  '30': after(10 * dayMs),
}

const waits: Readonly<Record<string, Retry>> = {
  BP171: after(hourMs),
  RP: after(72 * hourMs),
  NR: after(30 * dayMs),
  SC: never(),
  R2: never(),
}

type Refused = { brand: string | null; code: string | null; advice: string | null }

export function retryOf({ brand, code, advice }: Refused): Retry {
  const programme = brandRow(brand)?.retries ?? 'other'
  const advised =
    programme === 'master' && advice !== null ? lookUp(advices, advice.padStart(2, '0')) : undefined
  if (advised) return advised
  if (code === null) return after(0)
  const plain = plainCode(code)
  const { irreversible, data } = programmes[programme]
  if (irreversible.includes(plain)) return never()
  if (data.includes(plain)) return { class: 'data', waitMs: 0 }
  return lookUp(waits, plain) ?? after(0)
}

const endsCard: readonly RefusalCause[] = [
  'generic',
  'funds',
  'pin',
  'not_allowed',
  'closed',
  'amount',
  'brand',
]

const ofData: readonly RefusalCause[] = ['card_data', 'cvv', 'expired']

/** The text must not send the driver to try again what can never pass. */
export function causeOfClass(cause: RefusalCause, allowed: Retry, no: Refused): RefusalCause {
  if (cause === 'setup') return cause
  // Mastercard knows newer data of the card.
  const isAdvised = brandRow(no.brand)?.retries === 'master' && no.advice === '01'
  if (isAdvised && !ofData.includes(cause)) return 'card_data'
  if (allowed.class !== 'irreversible' || endsCard.includes(cause)) return cause
  const isNumber = cause === 'card_data' && no.code !== null && numberCodes.includes(plainCode(no.code))
  return isNumber ? cause : 'not_allowed'
}

function plainCode(code: string): string {
  const plain = code.trim().toUpperCase()
  return plain === '014' ? plain : plain.replace(/^0+(?=.)/, '')
}

function row(irreversible: string, data: string): Programme {
  return { irreversible: irreversible.split(' '), data: data.split(' ') }
}

function never(): Retry {
  return { class: 'irreversible', waitMs: 0 }
}

function after(waitMs: number): Retry {
  return { class: 'reversible', waitMs }
}
