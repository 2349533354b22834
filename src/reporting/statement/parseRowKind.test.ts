import { expect, it } from 'vitest'
import { parseRowKind, type RowKind } from './parseRowKind.ts'

const byKind: Readonly<Record<Exclude<RowKind, 'cancelled' | 'nothing'>, readonly string[]>> = {
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
