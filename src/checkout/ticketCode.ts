import * as z from 'zod/mini'
import { cleanText, withoutSeparators } from '#kit/brazil.ts'
import { requiredText } from '#kit/fields.ts'

export const ticketCodeText = 'O número do ticket deve ter 13 dígitos.'

/** Without the symbology identifier (ISO/IEC 15424) that a scanner may send first: ']C0', ']I1', ']E4', ']Q3'. */
export function withoutSymbology(text: string): string {
  return text.replace(/^\][a-z][0-9a-z]/i, '')
}

/**
 * The 13 digits as they were meant: 'Ticket: 0001 2345 67890', '#0001234567890', a whole link, invisible
 * characters, the same number twice. Any other text comes back without blanks, dots and dashes.
 */
export function extractTicketCode(text: string): string {
  const plain = withoutSymbology(cleanText(text))
  const [, linked = plain] = /[?&]ticket=([^&#]*)/i.exec(plain) ?? []
  const [meant = ''] = linked.replace(/%20|\+/g, ' ').split(/[?&]/)
  const numbers = (meant.match(/\d[\d\s.\p{Pd}]*/gu) ?? []).map((found) =>
    found.replace(/\D/g, '').replace(/^(\d{13})\1+$/, '$1'),
  )
  const [code, ...others] = new Set(numbers.filter((digits) => digits.length === 13))
  return code === undefined || others.length > 0 ? withoutSeparators(plain) : code
}

export const ticketCode = z.pipe(
  requiredText(2_000),
  z.pipe(z.transform(extractTicketCode), z.string().check(z.regex(/^\d{13}$/, ticketCodeText))),
)
