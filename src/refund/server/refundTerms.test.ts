import { describe, expect, it } from 'vitest'
import { refundFailureTexts } from '#acquirer/refundFailures.ts'
import { at } from '#test/support/client.ts'
import {
  authenticated,
  cardEndingIn,
  must,
  openTransaction,
  pay,
  payAuthenticated,
} from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

const portal = portalOfFile()

const base = '/api/staff/transactions'
// A login of staff ends after twelve hours.
const manager = () => staffMember(portal, 2)
const open = async (token: string) =>
  at(must(await (await manager()).get(`${base}/${token}/edit`)).body, 'data')
const refund = async (token: string, value: number, kept: number) =>
  (await manager()).post(`${base}/${token}/refund`, { value, kept, reason: 'Cobrança indevida' })

const maestro = '5200000000000031'

async function paidBy(kind: 'credit' | 'debit', card: string): Promise<string> {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(125), kind === 'debit' ? 2 : 1)
  must(await pay(client, token, card))
  if (kind === 'debit')
    must(await payAuthenticated(client, token, card, authenticated({ eci: card === maestro ? '02' : '05' })))
  return token
}

const inDays = (days: number) =>
  expect.stringContaining(
    portal.clock
      .minutesAgo(-days * 24 * 60)
      .toISOString()
      .slice(0, 10),
  )

describe('staff see the acquirer’s deadline for refunds before they click', () => {
  it.each([
    ['credit', cardEndingIn(1), 330],
    ['debit', cardEndingIn(1), 330],
    ['debit', maestro, 150],
  ] as const)('%s with %s: %i days', async (kind, card, days) => {
    const token = await paidBy(kind, card)
    expect(await open(token)).toMatchObject({
      refund_terms: { until: inDays(days), over: false, parts: kind === 'debit' ? 'once' : 'any' },
      can: { refund: true },
    })
    portal.clock.forward(days * 24 * 60)
    expect(await open(token)).toMatchObject({ refund_terms: { over: true }, can: { refund: false } })
    expect(await refund(token, 7, 7)).toMatchObject({ status: 409, body: { code: 'not_refundable' } })
  })
})

it('a part of a sale waits until the next day begins in Brasília, not for 24 hours', async () => {
  const token = await paidBy('credit', cardEndingIn(1))
  expect(await open(token)).toMatchObject({ refund_terms: { parts_wait: true } })
  portal.clock.forward(23 * 60)
  expect(await open(token)).toMatchObject({ refund_terms: { parts_wait: false } })
})

it('a debit sale is refunded in part once, then only wholly', async () => {
  const token = await paidBy('debit', cardEndingIn(1))
  expect(at(must(await refund(token, 3, 7)).body, 'data.state')).toBe('partly_refunded')
  expect(await open(token)).toMatchObject({ refund_terms: { parts: 'none' } })
  expect(await refund(token, 2, 4)).toMatchObject({
    status: 422,
    body: { errors: { value: ['Desta venda só volta o restante inteiro: R$ 4,00.'] } },
  })
  portal.clock.forward(1)
  expect(at(must(await refund(token, 4, 4)).body, 'data')).toMatchObject({
    state: 'refunded',
    refund_terms: null,
  })
})

it.each(['void_43', 'void_55', 'void_56'])('%s: staff read why, and may request again', async (fault) => {
  const token = await paidBy('credit', cardEndingIn(1))
  await portal.simulator.fault(fault)
  expect(at(must(await refund(token, 7, 7)).body, 'data')).toMatchObject({
    state: 'captured',
    refunds: [{ state: 'refused', why: refundFailureTexts.balance }],
    can: { refund: true },
  })
})
