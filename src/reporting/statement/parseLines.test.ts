import { describe, expect, it } from 'vitest'
import { parseLines } from './parseLines.ts'

function read(rows: readonly (readonly string[])[]) {
  const parsed = parseLines(rows.map((cells, i) => ({ n: i + 1, cells })))
  if (typeof parsed === 'string') return { lines: [], problems: [parsed] }
  return { ...parsed, problems: parsed.unread.map(({ n, reason }) => `Linha ${n}: ${reason}.`) }
}

const heading = [
  'Data da Venda',
  'Tipo de lançamento',
  'Número do Pedido',
  'NSU/DOC',
  'Código de autorização',
  'Valor Bruto',
]

const noSaleColumn =
  'O arquivo não tem a coluna Número do pedido, nem PaymentId, nem ID Pix, TxID ou EndToEndId, nem NSU com Código de autorização.'

describe('a statement', () => {
  it.each([
    ['Total de taxas', 'Data prevista do pagamento', '-0,17', '11/12/2026', 17, '2026-12-11'],
    ['Taxa', 'Data de pagamento', 'R$ 1.000,05', '2026-12-11', 100005, '2026-12-11'],
    ['Desconto (R$)', 'Data prevista de pagamento', '0', '', 0, null],
    ['Valor da taxa', 'Data do pagamento', '2,49%', 'a pagar', null, null],
  ])('says its fee under %j and its payout under %j', (fee, payout, fees, day, feeCents, payoutDay) => {
    const { lines, problems } = read([
      [...heading, fee, payout],
      ['21/11/2026', 'Venda', 'abcA1', '', '', '10,00', fees, day],
    ])
    expect(problems).toEqual([])
    expect(lines).toMatchObject([{ feeCents, payoutDay }])
  })

  it('is read by the names of its columns, sales and refunds', () => {
    const { lines, problems } = read([
      heading,
      ['21/11/2026', 'Venda crédito', 'abcA1', '1234', '556677', 'R$ 1.012,50'],
      ['2026-11-22', 'Cancelamento', 'abcA1', '', '', '12,50'],
      ['22/11/2026 10:31', 'Ajuste', '', '99', '', '-3,00'],
    ])
    expect(problems).toEqual([])
    const none = { reference: null, orderKey: null, nsu: null, authorisationCode: null, endToEndId: null }
    const rest = { ...none, undated: false, feeCents: null, payoutDay: null }
    const sale = { day: '2026-11-21', kind: 'capture', amountCents: 101250 }
    expect(lines).toEqual([
      { ...rest, n: 2, ...sale, orderKey: 'abcA1', nsu: '1234', authorisationCode: '556677' },
      { ...rest, n: 3, day: '2026-11-22', kind: 'refund', amountCents: 1250, orderKey: 'abcA1' },
      { ...rest, n: 4, day: '2026-11-22', kind: 'refund', amountCents: 300, nsu: '99' },
    ])
  })

  it('of a bank names a Pix by its endToEndId or its txid', () => {
    const rows = [
      ['Data', 'Valor', 'EndToEndId', 'txid'],
      ['22/11/2026', '7,00', 'E9999', 'abc1'],
    ]
    const lines = [{ endToEndId: 'E9999', orderKey: 'abc1' }]
    expect(read(rows)).toMatchObject({ problems: [], lines })
  })

  it.each([
    [[['Cliente', 'NSU']], 'O arquivo não tem a coluna Data da venda nem a coluna Valor bruto.'],
    [[['Data', 'Valor']], noSaleColumn],
    [[['Data', 'Valor', 'NSU']], noSaleColumn],
    [[heading, ['01/02/2026', '', 'a\u0000b', '', '', '1,00']], 'Linha 2: caracteres inválidos.'],
    [[heading, ['01/02/2026', '', 'a', '1', '55\u00007', '1,00']], 'Linha 2: caracteres inválidos.'],
    [[heading, ['01/01/0000', '', 'a', '', '', '1,00']], 'Linha 2: data inválida.'],
    [[heading], 'O arquivo não tem lançamentos.'],
    [[heading, ['31/02/2026', '', 'a', '', '', '1,00']], 'Linha 2: data inválida.'],
    [[heading, ['01/02/2026', '', 'a', '', '', 'um real']], 'Linha 2: valor inválido.'],
    [[heading, ['01/02/2026', '', 'a', '', '', '0,00']], 'Linha 2: valor inválido.'],
    [
      [heading, ['01/02/2026', '', '', '', '', '1,00']],
      'Linha 2: sem pedido, NSU, PaymentId nem EndToEndId.',
    ],
  ])('%j names the problem', (rows, problem) => {
    expect(read(rows).problems).toEqual([problem])
  })

  it('skips totals, notes and a repeated heading, not a movement that names no sale', () => {
    const rows = [
      heading,
      ['01/02/2026', 'Venda', 'a', '', '', '1,00'],
      ['', '', '', '', 'Total do dia', '1,00'],
      ['01/02/2026', 'Total', '', '', '', '1,00'],
      heading,
      ['Subtotal', '', '', 'Total', '', '1,00'],
      ['* valores sujeitos a alteração'],
      ['TOTAL GERAL', '', '', '', '', '1,00'],
    ]
    expect(read(rows)).toMatchObject({ problems: [], lines: [{ n: 2 }] })
  })

  it('reads ids that a spreadsheet keeps as text, and a dash as nothing', () => {
    const rows = [heading, ['01/02/2026', 'Venda', '-', '="000123"', "'0A1", '1,00']]
    expect(read(rows).lines).toMatchObject([{ orderKey: null, nsu: '000123', authorisationCode: '0A1' }])
  })

  it('dates the refund of a cancelled sale by its cancellation, where the file has its day', () => {
    const rows = (cancelledOn: string) => [
      ['Data da venda', 'Data do cancelamento', 'Status da venda', 'TxID', 'Valor bruto'],
      ['1/2/26', cancelledOn, 'Cancelada', 'x', '7,00'],
    ]
    expect(read(rows('4/2/26 10:31')).lines).toMatchObject([
      { kind: 'capture', day: '2026-02-01' },
      { kind: 'refund', day: '2026-02-04', undated: false },
    ])
    expect(read(rows('-')).lines).toMatchObject([{}, { day: '2026-02-01', undated: true }])
    expect(read(rows('31/2/26')).problems).toEqual(['Linha 2: data inválida.'])
  })

  const sales = ['Data da venda', 'Status da venda', 'TxID', 'ID Pix', 'Valor bruto (R$)']
  it.each<[string[][], object[]]>([
    [[['1/2/26', 'Aprovada', 'x', 'E1', '7,00']], [{ kind: 'capture', orderKey: 'x', endToEndId: 'E1' }]],
    [
      [['1/2/26', 'Cancelada', 'x', '', '7,00']],
      [
        { n: 2, kind: 'capture', undated: false },
        { n: 2, kind: 'refund', day: '2026-02-01', undated: true },
      ],
    ],
    [
      [
        ['1/2/26', 'Aprovada', 'x', '', '7,00'],
        ['3/2/26', 'Cancelada', 'x', '', '7,00'],
      ],
      [
        { n: 2, kind: 'capture' },
        { n: 3, kind: 'refund', day: '2026-02-03' },
      ],
    ],
    [[['1/2/26', 'Cancelada', 'x', '', '-7,00']], [{ kind: 'refund', amountCents: 700 }]],
    [
      [
        ['1/2/26', 'Negada', 'x', '', '7,00'],
        ['1/2/26', 'Não autorizada', 'y', '', '0,00'],
        ['1/2/26', 'Aprovada', 'z', '', '7,00'],
      ],
      [{ n: 4, kind: 'capture' }],
    ],
  ])('with the state of its sales: %j', (rows, lines) => {
    expect(read([sales, ...rows])).toMatchObject({ problems: [], lines })
  })

  it('a refund is of its own day where the sale’s day has another column', () => {
    const rows = [
      ['Data da venda', 'Data do lançamento', 'Tipo de lançamento', 'Pedido', 'Valor'],
      ['10/01/2026', '05/03/2026', 'Cancelamento', 'a', '1,00'],
      ['04/03/2026', '05/03/2026', 'Venda', 'b', '1,00'],
    ]
    expect(read(rows).lines.map(({ day }) => day)).toEqual(['2026-03-05', '2026-03-04'])
  })

  it('has a limit of lines, so that reading does not block the event loop', () => {
    const many = Array.from({ length: 20_001 }, () => ['01/02/2026', '', 'a', '', '', '1,00'])
    expect(read([heading, ...many]).problems).toEqual([
      'O arquivo tem mais de 20000 lançamentos. Divida-o por período.',
    ])
  })

  it('names ten lines at most where none is understood', () => {
    const wrong = Array.from({ length: 50 }, () => ['x', '', 'a', '', '', '1,00'])
    expect(
      read([heading, ...wrong])
        .problems.join()
        .match(/Linha/g),
    ).toHaveLength(10)
  })
})
