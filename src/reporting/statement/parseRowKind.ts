import { foldForSearch } from '#kit/brazil.ts'

/** `cancelled`: a sale and its refund in one row. `other_out`: money out that is no refund. */
export type RowKind = 'capture' | 'refund' | 'other_out' | 'cancelled' | 'nothing'

const ofWord = String.raw`(?:\s+d[aeo]s?)`
const disputeWord = '(?:chargebacks?|contestacao|contestacoes|disputas?)'
const refundWord = String.raw`(?:cancelamentos?|estornos?|devolucao|devolucoes|reembolsos?)`
const reversingWord = String.raw`(?:revers|revert|reapresent|recupera|estorn|cancel|devol|anula)\w*`
const reversedWord = String.raw`(?:revers|revert|reapresentad|recuperad|estornad|cancelad|devolvid|anulad|ganh|favorav)\w*`

/** Money that a dispute or a refund had taken comes back. */
const reversals = [
  String.raw`\b${reversingWord}${ofWord}?\s+(?:debitos?${ofWord}\s+)?${disputeWord}\b`,
  String.raw`\bcreditos?(?:${ofWord}|\s+por|\s+ref\w*)\s+${disputeWord}\b`,
  String.raw`\b${disputeWord}\b.*\b${reversedWord}`,
  String.raw`\b(?:revers\w*|anula\w*|estornos?|cancelamentos?)${ofWord}\s+${refundWord}\b`,
  String.raw`\b${refundWord}\b.*\b(?:revertid|anulad|negad|recusad)\w*`,
]
const reversal = new RegExp(reversals.join('|'))
const reversalBeginning = new RegExp(`^(?:${reversals.join('|')})`)

/** 'D' is a bank's debit; 'débito' is a card. */
const moneyOut = /\b(?:estorn|cancel|devol|reembols|restitui|chargeback|contesta|disputa|revers|saida)\w*|^d$/
const returnBeginning = new RegExp(
  String.raw`^(?:(?:pix|ted|doc|transf\w*|debito|venda|compra|cartao)[\s:-]+(?:d[aeo]\s+|por\s+)?)?` +
    String.raw`(?:(?:estorno|cancelamento|chargeback|reembolso|disputa)s?|(?:estornad|cancelad|devolvid|reembolsad)[ao]s?` +
    String.raw`|(?:devoluc|contestac|restituic|revers)(?:ao|oes)|(?:dev|est)\.?\s+(?:d[aeo]\s+)?(?:pix|ted|venda))\b`,
)
const sent = String.raw`(?:enviad|efetuad|realizad|emitid)[ao]s?`
const otherOutBeginning = new RegExp(
  [
    String.raw`^(?:tarifas?|tar|taxas?|saques?|alugue(?:l|is)|mensalidades?|anuidades?|iof|juros|multas?|impostos?|envios?\s+(?:de|pix|ted)|${sent})\b`,
    String.raw`^ajustes?\s+(?:a|de|por)\s+debitos?\b`,
    String.raw`^debitos?\s+(?:de|por)\s+ajustes?\b`,
    String.raw`^(?:(?:pix|ted|doc|tev|transf\w*)[\s:-]+)+(?:${sent}|envio|para|p/)(?:\b|\s)`,
    String.raw`^pag(?:amento|to)?s?\.?\s+(?:pix\s+)?(?:${sent}|(?:de\s+)?(?:boleto|conta|titulo|tributo|imposto|fatura|salario|fornecedor))`,
  ].join('|'),
)
const adjustment = /^ajustes?\b(?!.*\bcredito)/
const debitBeginning = /^(?:debitos?\b|deb\b|saidas?(?:$|\s*-|\s+(?:de|por|pix|ted)\b))/
const receivedBeginning = /^(?:pix|ted|doc|transf\w*)\s+(?:pix\s+)?recebid[ao]s?\b/

/** These say the way or the side of money, not what the row is. */
const bareKind =
  /^(?:d|c|debito|credito|saida|entrada|pix|ted|doc|transferencia|lancamento|outros?|movimentacao)?$/
const partial = /parcial/
const notCaptured =
  /^(?:negad|nao autoriz|nao aprov|nao conclui|nao efet|nao realiz|recusad|desfeit|expirad|abortad|pre-?autoriz|aguardando|pendente de captura)/

type KindCells = {
  readonly kind: string
  readonly status: string
  readonly isNegative: boolean
  /** 'Histórico', 'Descrição' or 'Lançamento'. */
  readonly history?: string
  /** A plus, a C or a column of credits says that money came in. */
  readonly isCredit?: boolean
  /** The file has NSU and authorisation, so that 'débito' is a card. */
  readonly isOfCards?: boolean
  readonly hasId?: boolean
}

/** `status` is the sale's state. A name may stand in `history`, so only its beginning counts. */
export function parseRowKind(row: KindCells): RowKind {
  const { hasId = true, isOfCards = false } = row
  const [kind, status] = [foldBeginning(row.kind), foldBeginning(row.status)]
  // Banks write a number or a day before the words.
  const history = foldBeginning(row.history ?? '').replace(/^(?:\d[\d./:]*[\s-]+)+/, '')
  const isFree = bareKind.test(kind) && history !== ''
  if (notCaptured.test(status)) return 'nothing'
  if (row.isNegative) return isFree ? kindOfHistoryOut(history) : kindOfTypeOut(kind, hasId)
  if (reversal.test(status)) return 'capture'
  const named = isFree ? kindOfHistory(history, kind, isOfCards) : kindOfType(kind)
  if (named !== null && row.isCredit !== true) return named
  return moneyOut.test(status) && !partial.test(status) ? 'cancelled' : 'capture'
}

/** A kind needs no more of a text, and a long one would take long. */
function foldBeginning(text: string): string {
  return foldForSearch(text.slice(0, 200)).replace(/\s+/g, ' ')
}

function kindOfHistoryOut(history: string): RowKind {
  return returnBeginning.test(history) ? 'refund' : 'other_out'
}

/** A negative sale is a refund. */
function kindOfTypeOut(kind: string, hasId: boolean): RowKind {
  if (otherOutBeginning.test(kind)) return 'other_out'
  return hasId || moneyOut.test(kind) || /^vendas?\b/.test(kind) ? 'refund' : 'other_out'
}

/** Null where the words say nothing of money out. */
function kindOfHistory(history: string, kind: string, isOfCards: boolean): RowKind | null {
  if (reversalBeginning.test(history)) return 'capture'
  if (otherOutBeginning.test(history)) return 'other_out'
  if (returnBeginning.test(history)) return 'refund'
  if (/^(?:d|saida)$/.test(kind) || adjustment.test(history)) return 'other_out'
  return debitBeginning.test(history) && !isOfCards ? 'other_out' : null
}

function kindOfType(kind: string): RowKind | null {
  if (reversal.test(kind) || receivedBeginning.test(kind)) return 'capture'
  if (otherOutBeginning.test(kind)) return 'other_out'
  if (moneyOut.test(kind)) return 'refund'
  return adjustment.test(kind) || /\benviad[ao]s?\b/.test(kind) ? 'other_out' : null
}
