import { instantFormat } from '#kit/text/formats.ts'

const wallText = instantFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Cielo's dates: wall clock without a zone, taken to be Brasília's (src/acquirer/server/cielo/README.md#2-json). */
export function wireDate(iso: string): string {
  return wallText(new Date(iso), 'America/Sao_Paulo')
}

/** The same as the list of an order's sales writes it: with a T, and a fraction of the second. */
export function listDate(iso: string): string {
  const hundredths = Math.floor(new Date(iso).getUTCMilliseconds() / 10)
  return `${wireDate(iso).replace(' ', 'T')}.${String(hundredths).padStart(2, '0')}`
}
