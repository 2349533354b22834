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

/** '+55 (11) 98765-4321' or '011 98765-4321' -> '11987654321'. */
export function nationalPhone(text: string): string {
  const digits = onlyDigits(text).replace(/^0+/, '')
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2).replace(/^0+/, '') : digits
}

/** 10 or 11 digits with area code. */
export function isPhone(text: string): boolean {
  if (/\p{L}/u.test(text.replace(/^\s*(?:tel:)?\(?0xx/i, '').replace(/^\s*tel:/i, ''))) return false
  return /^[1-9][1-9](9\d{8}|[2-8]\d{7})$/.test(nationalPhone(text))
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
