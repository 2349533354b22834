import { cleanText, foldForSearch } from '#kit/brazil.ts'

/** Spreadsheets and word processors write these minus signs. */
const minus = '[-\u2010-\u2015\u2212\uFE63\uFF0D]'
const spaces = /[\s\u00a0\u202f\u2007'\u2019]/g
const currency = /r\$|brl|rea(?:l|is)/
const debitOrCredit = String.raw`\(?(?:d(?:b|ebito)?|c(?:r|redito)?)\)?`
const signedNumber = new RegExp(
  `^(?:(?<before>${minus}|\\+|${debitOrCredit})?(?<a>[\\d.,]+)|(?<b>[\\d.,]+)(?<after>${minus}|\\+|${debitOrCredit})|\\((?<inside>${minus})?(?<c>[\\d.,]+)\\))$`,
)
const negativeSign = new RegExp(`^(?:${minus}|\\(?d.*)$`)

/**
 * Reads 'R$ 1.234,56', '1,234.56', '1234.5', '(12,00)', '12,00-', '12,00 D', '(D) 12,00' as centavos. Returns
 * null for other texts, and for an ambiguous separator ('1,234').
 */
export function parseAmount(text: string): number | null {
  const bare = foldForSearch(cleanText(text))
  const { isNegative, digits } = parseSign(bare)
  const plain = digits === null ? null : toDecimal(digits, currency.test(bare))
  if (plain === null) return null
  const cents = Math.round(Number(plain) * 100)
  if (cents > 99_999_999_999) return null
  return isNegative && cents > 0 ? -cents : cents
}

/** Whether the amount says that it is money in: '+7,00', '7,00 C'. */
export function isMarkedCredit(text: string): boolean {
  return /^(?:\+|\(?c)/.test(parseSign(foldForSearch(cleanText(text))).sign)
}

/** A sign stands before or after, as parentheses, or as a bank's D (debit) or C (credit). */
function parseSign(text: string): { isNegative: boolean; sign: string; digits: string | null } {
  const bare = text.replace(currency, '').replace(spaces, '')
  const signed = signedNumber.exec(bare)?.groups
  if (!signed) return { isNegative: false, sign: '', digits: null }
  const sign = signed['before'] ?? signed['after'] ?? ''
  const digits = signed['a'] ?? signed['b'] ?? signed['c'] ?? null
  const isNegative = signed['c'] !== undefined || negativeSign.test(sign)
  return { isNegative, sign, digits }
}

/** '1.234,56', '1,234.56', ',5' -> '1234.56', '1234.56', '.5'. `hasCurrency` makes '1.234' a thousand. */
function toDecimal(digits: string, hasCurrency: boolean): string | null {
  const whole = /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)$/
  const comma = /^(?<whole>\d*|\d{1,3}(?:\.\d{3})+),(?<part>\d{1,2}|\d{2}0{2,})$/.exec(digits)?.groups
  const point = /^(?<whole>\d*|\d{1,3}(?:,\d{3})+)\.(?<part>\d{1,2}|\d{2}0{2,})$/.exec(digits)?.groups
  const read = comma ?? point
  if (read) return `${(read['whole'] ?? '').replace(/[.,]/g, '')}.${read['part'] ?? ''}`
  if (!whole.test(digits)) return null
  const separators = digits.replace(/\d/g, '')
  const isSure = separators.length !== 1 || (separators === '.' && hasCurrency)
  return isSure ? digits.replace(/[.,]/g, '') : null
}
