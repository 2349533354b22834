import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { humanMoney } from '#kit/money.ts'
import { readAmount, readLines } from './readLines.ts'

const heading = [
  'Data da Venda',
  'Tipo de lançamento',
  'Número do Pedido',
  'NSU/DOC',
  'Código de autorização',
  'Valor Bruto',
]

describe('a statement', () => {
  it('is read by the names of its columns, sales and refunds', () => {
    const { lines, problems } = readLines([
      heading,
      ['21/11/2026', 'Venda crédito', 'abcA1', '1234', '556677', 'R$ 1.012,50'],
      ['2026-11-22', 'Cancelamento', 'abcA1', '', '', '12,50'],
      ['22/11/2026 10:31', 'Ajuste', '', '99', '', '-3,00'],
    ])
    expect(problems).toEqual([])
    expect(lines).toEqual([
      {
        n: 2,
        day: '2026-11-21',
        kind: 'capture',
        amountCents: 101250,
        reference: null,
        orderKey: 'abcA1',
        nsu: '1234',
        authorisationCode: '556677',
        endToEndId: null,
      },
      {
        n: 3,
        day: '2026-11-22',
        kind: 'refund',
        amountCents: 1250,
        reference: null,
        orderKey: 'abcA1',
        nsu: null,
        authorisationCode: null,
        endToEndId: null,
      },
      {
        n: 4,
        day: '2026-11-22',
        kind: 'refund',
        amountCents: 300,
        reference: null,
        orderKey: null,
        nsu: '99',
        authorisationCode: null,
        endToEndId: null,
      },
    ])
  })

  it('of a bank names a Pix by its endToEndId or its txid', () => {
    const rows = [
      ['Data', 'Valor', 'EndToEndId', 'txid'],
      ['22/11/2026', '7,00', 'E9999', 'abc1'],
    ]
    expect(readLines(rows)).toMatchObject({
      problems: [],
      lines: [{ endToEndId: 'E9999', orderKey: 'abc1' }],
    })
  })

  it.each([
    [[['Cliente', 'NSU']], 'O arquivo não tem a coluna Data da venda nem a coluna Valor bruto.'],
    [
      [['Data', 'Valor']],
      'O arquivo não tem a coluna Número do pedido, nem PaymentId, nem EndToEndId, nem NSU com Código de autorização.',
    ],
    [
      [['Data', 'Valor', 'NSU']],
      'O arquivo não tem a coluna Número do pedido, nem PaymentId, nem EndToEndId, nem NSU com Código de autorização.',
    ],
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
    expect(readLines(rows).problems).toEqual([problem])
  })

  it('has a limit of lines, so that reading does not block the event loop', () => {
    const many = Array.from({ length: 20_001 }, () => ['01/02/2026', '', 'a', '', '', '1,00'])
    expect(readLines([heading, ...many]).problems).toEqual([
      'O arquivo tem mais de 20000 lançamentos. Divida-o por período.',
    ])
  })

  it('reports ten problems at most', () => {
    const wrong = Array.from({ length: 50 }, () => ['x', '', 'a', '', '', '1,00'])
    expect(readLines([heading, ...wrong]).problems).toHaveLength(10)
  })
})

describe('amounts', () => {
  it('are read in the usual formats, and written back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
        expect(readAmount(`R$ ${humanMoney(cents)}`)).toBe(cents)
        expect(readAmount((cents / 100).toFixed(2))).toBe(cents)
      }),
    )
  })

  it.each(['', '1,234', '1.2.3', 'R$', '12,5x', '1e3'])('%j is not an amount', (text) =>
    expect(readAmount(text)).toBeNull(),
  )
})
