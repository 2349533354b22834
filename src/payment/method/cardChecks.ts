import { normaliseExpiry } from '#kit/brazil.ts'
import { createDateFormat } from '#kit/text/formats.ts'

export const cardTexts = {
  number: 'Digite um número de cartão válido.',
  expiry: 'Digite a validade no formato mm/aa.',
  expired: 'Verifique a validade do cartão.',
  cvv: 'O CVV tem 3 ou 4 dígitos.',
} as const

/** Luhn check of 13 to 19 digits (ISO/IEC 7812-1 annex B). */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** Month 1..12 and year; null for other texts. */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const [month, year] = normaliseExpiry(text)?.split('/').map(Number) ?? []
  return month === undefined || year === undefined ? null : { month, year: 2000 + year }
}

const monthText = createDateFormat('en-CA', { year: 'numeric', month: '2-digit' })

/** Valid until the end of the month in the car park's time zone. */
export function isExpired(expiry: { month: number; year: number }, now: Date, timeZone: string): boolean {
  const [year = 0, month = 0] = monthText(now, timeZone).split('-').map(Number)
  return expiry.year < year || (expiry.year === year && expiry.month < month)
}
