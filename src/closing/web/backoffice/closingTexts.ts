import { brandDisplayName } from '#acquirer/brands.ts'
import { formatDay } from '#kit/calendar.ts'
import { formatReais } from '#kit/money.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { methods } from '#payment/method/method.ts'
import type { WireClosingLine } from '../../backoffice.ts'
import { counterMethodText } from '../../sections.ts'

/** 'Cartão de crédito, Mastercard (cielo)' */
export function lineText({
  section,
  method,
  brand,
  acquirer,
}: Pick<WireClosingLine, 'section' | 'method' | 'brand' | 'acquirer'>): string {
  const name =
    method === null ? '—' : (lookUp(methods, method)?.receiptText ?? counterMethodText(section, method))
  return `${name}${brand === null ? '' : `, ${brandDisplayName(brand)}`}${acquirer === null ? '' : ` (${acquirer})`}`
}

/** As on the printed closing: '26/11/2026: -R$ 3,00. Troco errado (Bruno Teles)'. */
export function adjustmentText(row: { of_day: string; value: number; reason: string; who: string }): string {
  return `${formatDay(row.of_day)}: ${formatReais(row.value)}. ${row.reason} (${row.who})`
}

/** 'Enviado a contador@exemplo.com.br em 27/11/2026 às 06:00' */
export function mailText({ to, at }: { to: string; at: string }, zone: string): string {
  return `Enviado a ${to} em ${dateTimeText(at, zone).replace(' ', ' às ')}`
}
