import { searchable } from '#kit/brazil.ts'

/** `cancelled`: a sale and its refund in one row. */
export type RowKind = 'capture' | 'refund' | 'cancelled' | 'nothing'

const of = String.raw`(?:\s+d[aeo]s?)`
const dispute = '(?:chargebacks?|contestacao|contestacoes|disputas?)'
const back = String.raw`(?:cancelamentos?|estornos?|devolucao|devolucoes|reembolsos?)`
const undoing = String.raw`(?:revers|revert|reapresent|recupera|estorn|cancel|devol|anula)\w*`
const undone = String.raw`(?:revers|revert|reapresentad|recuperad|estornad|cancelad|devolvid|anulad|ganh|favorav)\w*`

/** Money that a dispute or a refund had taken comes back. */
const received = new RegExp(
  [
    String.raw`\b${undoing}${of}?\s+(?:debitos?${of}\s+)?${dispute}\b`,
    String.raw`\bcreditos?(?:${of}|\s+por|\s+ref\w*)\s+${dispute}\b`,
    String.raw`\b${dispute}\b.*\b${undone}`,
    String.raw`\b(?:revers\w*|anula\w*|estornos?|cancelamentos?)${of}\s+${back}\b`,
    String.raw`\b${back}\b.*\b(?:revertid|anulad|negad|recusad)\w*`,
  ].join('|'),
)
/** 'D' is a bank's debit; 'débito' is a card. */
const gone = /\b(?:estorn|cancel|devol|reembols|chargeback|contesta|disputa|revers|saida)\w*|^d$/
const partly = /parcial/
const never =
  /^(?:negad|nao autoriz|nao aprov|nao conclui|nao efet|nao realiz|recusad|desfeit|expirad|abortad|pre-?autoriz|aguardando|pendente de captura)/

/** `status` is the sale's state; a negative amount is a refund. */
export function readKind(row: { kind: string; status: string; isNegative: boolean }): RowKind {
  const [kind, status] = [searchable(row.kind), searchable(row.status)]
  if (never.test(status)) return 'nothing'
  if (row.isNegative) return 'refund'
  if (received.test(kind) || received.test(status)) return 'capture'
  if (gone.test(kind)) return 'refund'
  return gone.test(status) && !partly.test(status) ? 'cancelled' : 'capture'
}
