import { cleanText } from '#kit/brazil.ts'
import { extractTicketCode, withoutSymbology } from '#checkout/ticketCode.ts'

/**
 * Likeliest first. ITF has an even number of digits: a printer puts a 0 before the 13, or the check digit of
 * GTIN-14 after them. The app's scanner drops the leading 0 of an EAN-13.
 */
export function parseScannedCodes(read: string, { inApp = false } = {}): readonly string[] {
  const text = withoutSymbology(cleanText(read))
  if (/^0\d{13}$/.test(text)) {
    const [last, first] = [text.slice(1), text.slice(0, 13)]
    return isGtin14(text) && first !== last ? [last, first] : [last]
  }
  if (inApp && /^\d{12}$/.test(text)) return [`0${text}`]
  const code = extractTicketCode(text)
  return /^\d{13}$/.test(code) ? [code] : []
}

function isGtin14(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}
