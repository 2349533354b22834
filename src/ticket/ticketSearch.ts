import { extractTicketCode } from '#checkout/ticketCode.ts'

export type TicketSearchTerm =
  | { kind: 'code'; from: string; to: string }
  | { kind: 'plate'; from: string; to: string }

/** Null for neither a code nor a plate. */
export function parseTicketSearch(text: string): TicketSearchTerm | null {
  const plain = extractTicketCode(text)
    .toUpperCase()
    .replace(/^(?:TICKET|PLACA)?[:#]*(?=.)/, '')
  if (/^\d{1,13}$/.test(plain))
    return { kind: 'code', from: plain.padEnd(13, '0'), to: plain.padEnd(13, '9') }
  if (/^[A-Z]{1,3}$|^[A-Z]{3}\d[A-Z0-9]?\d{0,2}$/.test(plain))
    return { kind: 'plate', from: plain, to: plain.padEnd(7, 'Z') }
  return null
}
