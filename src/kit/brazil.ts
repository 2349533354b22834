import { isValidCep } from '@brazilian-utils/brazilian-utils/is-valid-cep'
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'

/** Drops other characters. */
export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** CPF or CNPJ without punctuation, upper case: the CNPJ of 2026 has letters. */
export function normaliseTaxId(text: string): string {
  return text.replace(/[.\-/\s]/g, '').toUpperCase()
}

/** CPF, plain or as 000.000.000-00, with valid check digits (docs/spec.md#field-rules). */
export function isCpf(text: string): boolean {
  return /^(\d{11}|\d{3}\.\d{3}\.\d{3}-\d{2})$/.test(text.trim()) && isValidCpf(onlyDigits(text))
}

/** CNPJ, plain or as 00.000.000/0000-00, numeric or alphanumeric (Receita Federal IN 2.229/2024). */
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

/** 52998224725 -> '***.982.247-**': the first three and the last two places are hidden. */
export function maskTaxId(taxId: string): string {
  const [, first = '', middle = '', last = ''] = /^(.{3})(.*)(.{2})$/.exec(formatTaxId(taxId)) ?? []
  return `${first.replace(/\w/g, '*')}${middle}${last.replace(/\w/g, '*')}`
}

/** Brazilian phone, 10 or 11 digits with area code. */
export function isPhone(text: string): boolean {
  if (!/^[\d\s()+.-]*$/.test(text)) return false
  return /^[1-9][1-9](9\d{8}|[2-8]\d{7})$/.test(onlyDigits(text))
}

/** Eight digits, hyphen optional. */
export function isCep(text: string): boolean {
  return /^\d{5}-?\d{3}$/.test(text.trim()) && isValidCep(onlyDigits(text))
}

/** Lower case without accents: 'São João' -> 'sao joao'. */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}
