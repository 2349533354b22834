import { isValidCep } from '@brazilian-utils/brazilian-utils/is-valid-cep'
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'

/** Removes characters that show nothing or reverse the text (docs/spec.md#field-rules). */
export function stripInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, '')
}

/** Removes what copied text brings: invisible characters, outer blanks, full-width digits. */
export function cleanText(text: string): string {
  return stripInvisible(text.normalize('NFKC')).trim()
}

/** Removes blanks, dots and dashes of any kind. */
export function withoutSeparators(text: string): string {
  return cleanText(text).replace(/[\s.·•\p{Pd}]/gu, '')
}

/** Drops other characters. */
export function onlyDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/** Removes punctuation. Upper case, because a CNPJ has letters since 2026. */
export function normaliseTaxId(text: string): string {
  return withoutSeparators(text.replace(/^\s*(?:cpf|cnpj|cep)\b[:\s]*/i, ''))
    .replace(/[,/\u2044\u2215]/g, '')
    .toUpperCase()
}

/** docs/spec.md#field-rules */
export function isCpf(text: string): boolean {
  return isValidCpf(normaliseTaxId(text))
}

/** Numeric or alphanumeric (Receita Federal IN 2.229/2024). */
export function isCnpj(text: string): boolean {
  const plain = normaliseTaxId(text)
  return /^[0-9A-Z]{12}\d{2}$/.test(plain) && isValidCnpj(plain, { version: 2 })
}

/** '52998224725' -> '529.982.247-25', 14 characters -> '11.444.777/0001-61'. */
export function formatTaxId(taxId: string): string {
  const plain = normaliseTaxId(taxId)
  if (plain.length === 11) return plain.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
  return plain.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}

/** 52998224725 -> '***.982.247-**'. */
export function maskTaxId(taxId: string): string {
  const [, first = '', middle = '', last = ''] = /^(.{3})(.*)(.{2})$/.exec(formatTaxId(taxId)) ?? []
  return `${first.replace(/\w/g, '*')}${middle}${last.replace(/\w/g, '*')}`
}

/** Area codes of Anatel's numbering plan, then a mobile of nine digits or a fixed line of eight. */
const phonePattern =
  /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])(?:9\d{8}|[2-5]\d{7})$/

/**
 * '+55 (11) 98765-4321', '011 98765-4321' or, with a carrier, '0 15 11 98765-4321' -> '11987654321'. A number of another
 * country keeps its '+'.
 */
export function nationalPhone(text: string): string {
  const whole = onlyDigits(text)
  const digits = whole.replace(/^0+/, '')
  if (/^\D*\+\s*[1-9]/.test(text.normalize('NFKC')) && !'55'.startsWith(digits.slice(0, 2)))
    return `+${digits}`
  const national = digits.slice(2).replace(/^0+/, '')
  const hasPrefix = digits.startsWith('55') || (whole.startsWith('0') && phonePattern.test(national))
  return digits.length > 11 && hasPrefix ? national : digits
}

/** 10 or 11 digits with area code. */
export function isPhone(text: string): boolean {
  if (/\p{L}/u.test(text.replace(/^\s*(?:tel:)?\(?0xx/i, '').replace(/^\s*tel:/i, ''))) return false
  return phonePattern.test(nationalPhone(text))
}

/** Numbers without an area code: 0800, 0300 and their like, 4004-1234, 3003-1234. */
const serviceNumber = /^(?:0(?:300|303|500|800|900)\d{6,7}|[34]0\d{6})$/

function serviceNumberOf(typed: string): string | null {
  const digits = onlyDigits(typed)
  return !/\p{L}/u.test(typed) && serviceNumber.test(digits) ? digits : null
}

/** A number of `isPhone`, or one without an area code. */
export function isOperatorPhone(typed: string): boolean {
  return serviceNumberOf(typed) !== null || isPhone(typed)
}

/** '0800 123 4567' -> '08001234567', '4004-1234' -> '40041234'; others as `nationalPhone`. */
export function normaliseOperatorPhone(typed: string): string {
  return serviceNumberOf(typed) ?? nationalPhone(typed)
}

/** Eight digits, punctuation optional. */
export function isCep(text: string): boolean {
  return /^\d{8}$/.test(normaliseTaxId(text)) && isValidCep(onlyDigits(text))
}

/** '12/30', '1/30', '12/2030', '12-30' or '2030-12' -> 'mm/aa'; else null. */
export function normaliseExpiry(text: string): string | null {
  const plain = cleanText(text)
    .replace(/\s+/g, '')
    .replace(/[\p{Pd}\u2044\u2215]/gu, '/')
  const [, year, last] = /^(20\d{2})[/.](\d{1,2})$/.exec(plain) ?? []
  const [, first, short] = /^(\d{1,2})[/.](?:20)?(\d{2})$/.exec(plain) ?? []
  const month = Number(last ?? first)
  if (!(month >= 1 && month <= 12)) return null
  return `${String(month).padStart(2, '0')}/${short ?? year?.slice(2) ?? ''}`
}

/** 'São João' -> 'sao joao'. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}
