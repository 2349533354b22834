import { createDateFormat } from '#kit/text/formats.ts'

const wallText = createDateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Brasília time without a zone. */
export function wireDate(iso: string): string {
  return wallText(new Date(iso), 'America/Sao_Paulo')
}

/** The format of an order's list: with T and a fraction. */
export function listDate(iso: string): string {
  const hundredths = Math.floor(new Date(iso).getUTCMilliseconds() / 10)
  return `${wireDate(iso).replace(' ', 'T')}.${String(hundredths).padStart(2, '0')}`
}
