/** Columns of 'Detalhado de vendas', as public importers of this file name them. */
const columns = [
  'Data da venda',
  'Hora da venda',
  'Data da autorização',
  'Estabelecimento',
  'CPF/CNPJ do estabelecimento',
  'Tipo de lançamento',
  'Forma de pagamento',
  'Quantidade total de parcelas',
  'Número da parcela',
  'Bandeira',
  'Modalidade',
  'Origem do cartão',
  'Número do cartão',
  'Canal da venda',
  'Tipo de captura',
  'Número da máquina',
  'Quantidade de Pinpads',
  'Status da venda',
  'Motivo',
  'Valor bruto',
  'Taxa total (%)',
  'Taxa administrativa (MDR) (%)',
  'Valor da taxa administrativa (MDR)',
  'Taxa de recebimento automático (%)',
  'Valor da taxa de recebimento automático',
  'Total de taxas',
  'Valor líquido',
  'Valor do saque',
  'Valor do troco',
  'Valor total da transação',
  'Data prevista do pagamento',
  'Total de dias cobrados',
  'Resumo da operação',
  'Número do lote',
  'Número da nota fiscal',
  'Código da autorização',
  'NSU/DOC',
  'Código da venda',
  'TID',
  'ID Pix',
  'TxID',
  'Código da chave UR',
] as const

type CieloSale = Partial<Record<(typeof columns)[number], string>>

/**
 * Cielo's 'Detalhado de vendas': Latin-1, CRLF, `;`, twelve lines and two blocks of totals (both with 'Valor bruto',
 * one with 'Data da venda') before the heading, 42 columns, a line of totals at the end.
 */
export function cieloSales(sales: readonly CieloSale[]): Buffer {
  const before = [
    'Detalhado de vendas',
    'Central de Relacionamento: 4002 5472;Ouvidoria: 0800 570 2288',
    'Relatório gerado em 12/03/2026 às 08:15',
    'Período: 10/03/2026 a 11/03/2026',
    'Estabelecimentos: todos;Formas de pagamento: todas;Status da venda: todos',
    '',
    'Formas de pagamento;Quantidade de vendas;Valor bruto;Taxa/tarifa;Valor líquido',
    'Crédito à vista;43;2.013,25;-72,74;1.940,51',
    '',
    'Data da venda;Forma de pagamento;Quantidade de vendas;Valor bruto;Valor Taxa/Tarifa;Valor líquido',
    '10/03/2026;Crédito à vista;43;2.013,25;-72,74;1.940,51',
    '',
  ]
  const rows = sales.map(rowOf)
  const text = [...before, columns.join(';'), ...rows, rowOf(total), ''].join('\r\n')
  return Buffer.from(text, 'latin1')
}

const total: CieloSale = { 'Data da venda': 'Total', 'Valor bruto': '2.013,25' }

function rowOf(sale: CieloSale): string {
  return columns.map((name) => sale[name] ?? '').join(';')
}

/** The line of the first sale in the file, counted from 1. */
export const firstSaleLine = 14
