import type { RefusalCause, RetryRule } from '../../../acquirer.ts'
import { brandRow, type CardBrand, type cardBrands } from '../../../brands.ts'
import { dayMs, hourMs } from '#kit/clock.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { plainCode } from './returnCodes.ts'

type ProgrammeName = (typeof cardBrands)[CardBrand]['retries']
type RetryProgramme = { readonly irreversible: readonly string[]; readonly data: readonly string[] }

/** src/acquirer/server/cielo/README.md#16-retries */
const programmes: Readonly<Record<ProgrammeName, RetryProgramme>> = {
  visa: retryProgramme('4 7 12 14 15 41 43 46 57 R0 R1 R3', '54 55 70 82 1A 6P N7'),
  master: retryProgramme('1 3 4 12 13 14 15 30 41 43 58 62 88 92 94', '54'),
  elo: retryProgramme('12 13 14 19 23 30 41 43 46 56 57 58 64 76 77 83 FM P5', '54 63 82'),
  amex: retryProgramme('A3 A7 DA FD JB', '8 A2 BV'),
  // No published programme: codes of cards that are cancelled or never existed.
  other: retryProgramme('7 14 15 41 43 46', '54'),
}

/** Return codes for a wrong card number; the payer may type another one. */
const wrongNumberCodes = ['12', '14', '15', '56']

const neverRetry: RetryRule = { class: 'irreversible', waitMs: 0 }

const ruleByAdviceCode: Readonly<Record<string, RetryRule>> = {
  '01': { class: 'data', waitMs: 0 },
  ...Object.fromEntries(['03', '21', '40', '41', '43'].map((advice) => [advice, neverRetry])),
  '02': retryAfter(72 * hourMs),
  '24': retryAfter(hourMs),
  '25': retryAfter(24 * hourMs),
  '26': retryAfter(2 * dayMs),
  '27': retryAfter(4 * dayMs),
  '28': retryAfter(6 * dayMs),
  '29': retryAfter(8 * dayMs),
  '30': retryAfter(10 * dayMs),
}

const ruleByReturnCode: Readonly<Record<string, RetryRule>> = {
  BP171: retryAfter(hourMs),
  RP: retryAfter(72 * hourMs),
  NR: retryAfter(30 * dayMs),
  SC: neverRetry,
  R2: neverRetry,
}

type RefusalCodes = { brand: string | null; code: string | null; advice: string | null }

export function retryRule({ brand, code, advice }: RefusalCodes): RetryRule {
  const programme = brandRow(brand)?.retries ?? 'other'
  const advised =
    programme === 'master' && advice !== null ? lookUp(ruleByAdviceCode, advice.padStart(2, '0')) : undefined
  if (advised) return advised
  if (code === null) return retryAfter(0)
  const plain = plainCode(code)
  const { irreversible, data } = programmes[programme]
  if (irreversible.includes(plain)) return neverRetry
  if (data.includes(plain)) return { class: 'data', waitMs: 0 }
  return lookUp(ruleByReturnCode, plain) ?? retryAfter(0)
}

const causesWithoutRetryHint: readonly RefusalCause[] = [
  'generic',
  'funds',
  'pin',
  'not_allowed',
  'closed',
  'amount',
  'brand',
]

const cardDataCauses: readonly RefusalCause[] = ['card_data', 'cvv', 'expired']

/** The cause's text must not ask the driver to retry what can never pass. */
export function adjustCauseToRetry(cause: RefusalCause, rule: RetryRule, codes: RefusalCodes): RefusalCause {
  if (cause === 'setup') return cause
  // Advice 01: Mastercard knows newer data of the card.
  const isAdvised = brandRow(codes.brand)?.retries === 'master' && codes.advice === '01'
  if (isAdvised && !cardDataCauses.includes(cause)) return 'card_data'
  if (rule.class !== 'irreversible' || causesWithoutRetryHint.includes(cause)) return cause
  const isNumber =
    cause === 'card_data' && codes.code !== null && wrongNumberCodes.includes(plainCode(codes.code))
  return isNumber ? cause : 'not_allowed'
}

function retryProgramme(irreversible: string, data: string): RetryProgramme {
  return { irreversible: irreversible.split(' '), data: data.split(' ') }
}

function retryAfter(waitMs: number): RetryRule {
  return { class: 'reversible', waitMs }
}
