import { foldForSearch } from '#kit/brazil.ts'

/** `cancelled`: a sale and its refund in one row. */
export type RowKind = 'capture' | 'refund' | 'cancelled' | 'nothing'

const ofWord = String.raw`(?:\s+d[aeo]s?)`
const disputeWord = '(?:chargebacks?|contestacao|contestacoes|disputas?)'
const refundWord = String.raw`(?:cancelamentos?|estornos?|devolucao|devolucoes|reembolsos?)`
const reversingWord = String.raw`(?:revers|revert|reapresent|recupera|estorn|cancel|devol|anula)\w*`
const reversedWord = String.raw`(?:revers|revert|reapresentad|recuperad|estornad|cancelad|devolvid|anulad|ganh|favorav)\w*`

/** Money that a dispute or a refund had taken comes back. */
const reversal = new RegExp(
  [
    String.raw`\b${reversingWord}${ofWord}?\s+(?:debitos?${ofWord}\s+)?${disputeWord}\b`,
    String.raw`\bcreditos?(?:${ofWord}|\s+por|\s+ref\w*)\s+${disputeWord}\b`,
    String.raw`\b${disputeWord}\b.*\b${reversedWord}`,
    String.raw`\b(?:revers\w*|anula\w*|estornos?|cancelamentos?)${ofWord}\s+${refundWord}\b`,
    String.raw`\b${refundWord}\b.*\b(?:revertid|anulad|negad|recusad)\w*`,
  ].join('|'),
)
/** 'D' is a bank's debit; 'débito' is a card. */
const moneyOut = /\b(?:estorn|cancel|devol|reembols|chargeback|contesta|disputa|revers|saida)\w*|^d$/
const partial = /parcial/
const notCaptured =
  /^(?:negad|nao autoriz|nao aprov|nao conclui|nao efet|nao realiz|recusad|desfeit|expirad|abortad|pre-?autoriz|aguardando|pendente de captura)/

/** `status` is the sale's state; a negative amount is a refund. */
export function parseRowKind(row: { kind: string; status: string; isNegative: boolean }): RowKind {
  const [kind, status] = [foldForSearch(row.kind), foldForSearch(row.status)]
  if (notCaptured.test(status)) return 'nothing'
  if (row.isNegative) return 'refund'
  if (reversal.test(kind) || reversal.test(status)) return 'capture'
  if (moneyOut.test(kind)) return 'refund'
  return moneyOut.test(status) && !partial.test(status) ? 'cancelled' : 'capture'
}
