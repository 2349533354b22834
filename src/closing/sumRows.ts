import type { ClosingTotals } from './totals.ts'

type SumRow = { readonly text: string; readonly cents: number }

/** In the order of page and mail. */
export function sumRows(totals: ClosingTotals): readonly SumRow[] {
  return [
    { text: 'Bruto', cents: totals.gross },
    { text: 'Devolvido', cents: totals.refunded },
    { text: 'Líquido', cents: totals.net },
    { text: 'Máquinas', cents: totals.machine },
    { text: 'Balcão', cents: totals.till },
    { text: 'Atrasados', cents: totals.late },
    { text: 'Ajustes', cents: totals.adjusted },
    { text: 'Total', cents: totals.total },
  ]
}
