import { foldForSearch } from '#kit/brazil.ts'

/** Headings in files of acquirers and banks, without accents, case and '(R$)'. */
const columnNames = [
  [
    'day',
    `data da venda, data/hora da venda, data da transacao, data do pix, data do lancamento, data da
      movimentacao, data do movimento, data e hora, data/hora, horario, data`,
  ],
  /** Day of a refund, where the sale's day has a column of its own. */
  ['refundDay', 'data do lancamento'],
  /** Day of a cancellation, also in the row of the sale. */
  [
    'cancelDay',
    `data do cancelamento, data de cancelamento, data/hora do cancelamento, data e hora do cancelamento,
      data do estorno, data da devolucao`,
  ],
  [
    'amount',
    `valor bruto, valor bruto da transacao, valor bruto da venda, valor da venda, valor da transacao,
      valor do pix, valor`,
  ],
  [
    'fee',
    `total de taxas, valor da taxa, valor da taxa administrativa (mdr), valor taxa/tarifa, taxa/tarifa,
      taxa, valor do desconto, desconto`,
  ],
  [
    'payoutDay',
    `data prevista do pagamento, data prevista de pagamento, previsao de pagamento, data do pagamento,
      data de pagamento`,
  ],
  ['credit', 'credito, creditos, valor credito, valor do credito, valor a credito, entrada, entradas'],
  ['debit', 'debito, debitos, valor debito, valor do debito, valor a debito, saida, saidas'],
  /** Says 'D' or 'C' of the amount. */
  ['sign', 'd/c, c/d, debito/credito, credito/debito, natureza, sinal'],
  [
    'kind',
    `tipo de lancamento, tipo do lancamento, tipo de transacao, tipo da transacao, tipo de movimentacao,
      tipo de movimento, tipo de operacao, tipo da operacao, tipo`,
  ],
  /** Free text, in which a name may stand. */
  ['history', 'historico, descricao, lancamento, historico do lancamento, descricao do lancamento'],
  ['status', 'status da venda, status da transacao, situacao da venda, status, situacao'],
  ['reference', 'paymentid, payment id, id do pagamento'],
  [
    'orderKey',
    `numero do pedido, codigo do pedido, n do pedido, pedido, merchantorderid, merchant order id,
      referencia`,
  ],
  ['txid', 'txid, tx id, id da cobranca'],
  ['nsu', 'nsu/doc, nsu, doc, nsu/cv, numero do cv, comprovante, comprovante de venda'],
  [
    'authorisationCode',
    `codigo de autorizacao, codigo da autorizacao, cod. de autorizacao, numero da autorizacao, n da
      autorizacao, autorizacao`,
  ],
  [
    'endToEndId',
    `endtoendid, end to end id, end to end, e2eid, e2e id, id pix, id do pix, id da transacao pix, id da
      transacao`,
  ],
] as const

export type StatementColumn = (typeof columnNames)[number][0]

export type ColumnIndexes = Readonly<Partial<Record<StatementColumn, number>>>

/** Finds the known columns of a heading row. */
export function findColumns(row: readonly string[]): ColumnIndexes {
  const names = row.map(normalizeHeading)
  const found: Partial<Record<StatementColumn, number>> = {}
  for (const [column, known] of columnNames) {
    const place = known
      .split(/,\s+/)
      .map((name) => names.indexOf(name))
      .find((index) => index >= 0)
    if (place !== undefined) found[column] = place
  }
  return found
}

/** 'Valor bruto (R$)', '"Nº do pedido":' -> 'valor bruto', 'n do pedido'. */
export function normalizeHeading(cell: string): string {
  const bare = foldForSearch(cell.replace(/\(?R\$\)?/gi, ''))
  return bare
    .replace(/[º°ª"']/g, '')
    .replace(/\s*:$/, '')
    .replace(/\s*\/\s*/g, '/')
    .replace(/[\s_\u00a0]+/g, ' ')
    .trim()
}

/** Returns Portuguese; null where the row is a heading. */
export function missingColumnsText(found: ColumnIndexes): string | null {
  const missing = [
    ...(found.day === undefined ? ['Data da venda'] : []),
    ...((found.amount ?? found.credit ?? found.debit) === undefined ? ['Valor bruto'] : []),
  ]
  if (missing.length > 0) return `O arquivo não tem a coluna ${missing.join(' nem a coluna ')}.`
  const named = found.reference ?? found.orderKey ?? found.txid ?? found.endToEndId
  if (named !== undefined || namesCards(found)) return null
  return 'O arquivo não tem a coluna Número do pedido, nem PaymentId, nem ID Pix, TxID ou EndToEndId, nem NSU com Código de autorização.'
}

/** Whether rows name a card's sale by NSU and authorisation. */
export function namesCards({ nsu, authorisationCode }: ColumnIndexes): boolean {
  return nsu !== undefined && authorisationCode !== undefined
}

/** Whether only a bank's Pix file has such columns. */
export function isPixOnly({ nsu, authorisationCode, reference }: ColumnIndexes): boolean {
  return (nsu ?? authorisationCode ?? reference) === undefined
}
