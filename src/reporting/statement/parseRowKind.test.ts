import { describe, expect, it } from 'vitest'
import { parseRowKind, type RowKind } from './parseRowKind.ts'

const byKind: Readonly<Record<'capture' | 'refund' | 'other_out', readonly string[]>> = {
  capture: [
    '',
    'Venda crédito',
    'Venda débito',
    'Débito',
    'Pix recebido',
    'Reversão de chargeback',
    'Reversão chargeback',
    'Reversão de débito de chargeback',
    'Estorno de chargeback',
    'Cancelamento do chargeback',
    'Reapresentação de chargeback',
    'Crédito por chargeback',
    'Chargeback revertido',
    'Contestação ganha',
    'Disputa favorável',
    'Estorno de cancelamento',
    'Cancelamento revertido',
    'Devolução recusada',
  ],
  refund: [
    'Cancelamento',
    'Estorno de venda',
    'Reversão de venda',
    'Devolução Pix',
    'PIX DEVOLVIDO',
    'Reembolso',
    'Chargeback',
    'Débito de chargeback',
    'Cancelamento por chargeback',
    'Estorno por contestação',
    'Saída',
    'D',
    'Restituição',
  ],
  other_out: [
    'Tarifa Pix',
    'Tarifa de cancelamento',
    'Aluguel de máquina',
    'Saque',
    'Pix enviado',
    'Transferência enviada',
    'Transferência Pix enviada',
    'Ajuste a débito',
    'Pagamento de boleto',
  ],
}

it.each(Object.entries(byKind).flatMap(([wanted, kinds]) => kinds.map((kind) => [kind, wanted])))(
  'kind %j is a %s',
  (kind, wanted) => expect(parseRowKind({ kind, status: 'Aprovada', isNegative: false })).toBe(wanted),
)

it.each<[string, RowKind]>([
  ['', 'capture'],
  ['Aprovada', 'capture'],
  ['Cancelada', 'cancelled'],
  ['CANCELADO', 'cancelled'],
  ['Estornada', 'cancelled'],
  ['Chargeback', 'cancelled'],
  ['Cancelada parcialmente', 'capture'],
  ['Chargeback revertido', 'capture'],
  ['Negada', 'nothing'],
  ['Não autorizada', 'nothing'],
  ['Desfeita', 'nothing'],
])('a sale that is %j is %s', (status, wanted) =>
  expect(parseRowKind({ kind: 'Venda', status, isNegative: false })).toBe(wanted),
)

it('a negative amount is a refund', () => {
  for (const kind of ['Venda', 'Ajuste', 'Reversão de chargeback'])
    expect(parseRowKind({ kind, status: '', isNegative: true })).toBe('refund')
})

it('a negative amount of another kind is money out, except an adjustment of a sale', () => {
  const kinds: [string, boolean, RowKind][] = [
    ['Tarifa', true, 'other_out'],
    ['Aluguel de máquina', false, 'other_out'],
    ['Ajuste', false, 'other_out'],
    ['', false, 'other_out'],
    ['', true, 'refund'],
    ['Cancelamento', false, 'refund'],
  ]
  for (const [kind, hasId, wanted] of kinds)
    expect([kind, parseRowKind({ kind, status: '', isNegative: true, hasId })]).toEqual([kind, wanted])
})

describe('a text in which a name may stand counts by its beginning', () => {
  const histories: Readonly<Record<'capture' | 'refund' | 'other_out', readonly string[]>> = {
    capture: [
      'Pix recebido',
      'Pix recebido - CANCELA FACIL AUTOMACAO LTDA',
      'Pix recebido estacionamento saída 2',
      'PIX RECEBIDO JOSE DO ESTORNO LTDA',
      'PIX JOSE DA DEVOLUCAO',
      'CANCELA FACIL AUTOMACAO LTDA',
      'Recebimento de DEVOLUÇÃO EXPRESSA ME',
      'Transferência recebida CHARGEBACK SOLUCOES',
      'Estorno de cancelamento',
      'Crédito',
      'TARIFARIA COMERCIO',
    ],
    refund: [
      'Estorno Pix',
      'PIX DEVOLVIDO',
      'Pix - Devolução',
      'Devolução Pix JOSE RECEBIDO',
      'Cancelamento de venda',
      'Débito de chargeback',
      'DEV PIX JOSE',
      '000123 - Devolução',
    ],
    other_out: [
      'Pix enviado',
      'Pix enviado JOSE DA DEVOLUCAO',
      'Débito',
      'Débito automático',
      'Transferência enviada pelo Pix',
      'TED ENVIADA',
      'TARIFA PIX ESTORNO',
      'Tar. Pix',
      'Saque',
      'Aluguel de máquina',
      'Ajuste a débito',
      'Saída - Pix',
      'PAGTO BOLETO',
      '28/11 PIX ENVIADO',
    ],
  }
  it.each(Object.entries(histories).flatMap(([wanted, texts]) => texts.map((text) => [text, wanted])))(
    '%j is a %s',
    (history, wanted) =>
      expect(parseRowKind({ kind: '', history, status: '', isNegative: false })).toBe(wanted),
  )

  it('the sign, the column and the state decide before it', () => {
    const row = { kind: '', status: '', isNegative: false }
    expect(parseRowKind({ ...row, history: 'Pix recebido', isNegative: true })).toBe('other_out')
    expect(parseRowKind({ ...row, history: 'Pix devolvido', isNegative: true })).toBe('refund')
    expect(parseRowKind({ ...row, history: 'Estorno de tarifa', isCredit: true })).toBe('capture')
    expect(parseRowKind({ ...row, history: 'Débito', isOfCards: true })).toBe('capture')
    expect(parseRowKind({ ...row, kind: 'Venda', history: 'Estorno' })).toBe('capture')
    expect(parseRowKind({ ...row, kind: 'Débito', history: 'Tarifa Pix' })).toBe('other_out')
    expect(parseRowKind({ ...row, history: 'Pix recebido', status: 'Cancelada' })).toBe('cancelled')
    expect(parseRowKind({ ...row, history: 'Tarifa', status: 'Negada' })).toBe('nothing')
  })
})
