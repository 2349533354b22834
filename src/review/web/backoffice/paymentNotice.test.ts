import { expect, it } from 'vitest'
import { refundStateName } from '#payment/stateTexts.ts'
import { type NoticeFacts, noticeOf } from './paymentNotice.ts'

const money = (value: number) => ({ value, valueHuman: value.toFixed(2).replace('.', ',') })
const well: NoticeFacts = {
  differs: false,
  state: 'captured',
  amount: money(7),
  kept: money(7),
  refunds: [],
  refund_terms: null,
  time_zone: 'America/Sao_Paulo',
  can: { decide_refund: false },
}
const refund: NoticeFacts['refunds'][number] = {
  amount: money(7),
  reason: 'Cobrado em dobro',
  state: 'confirmed',
  return_code: null,
  in_doubt: false,
  unarrived: false,
  why: null,
  who: 'Ana',
  asked_at: '2026-03-10T12:00:00-03:00',
  put_off_until: null,
}
const refused = { ...refund, state: 'refused', return_code: '53', why: 'Falta saldo.' } as const
const terms = { until: '2026-06-08T12:00:00-03:00', over: false, parts: 'any', parts_wait: false } as const

it('a payment in order has no notice', () => {
  expect(noticeOf(well)).toBeNull()
  expect(noticeOf({ ...well, refund_terms: terms, refunds: [refund] })).toBeNull()
})

it('another captured amount comes before everything else', () => {
  const notice = noticeOf({ ...well, differs: true, state: 'review', kept: money(8.5), refunds: [refused] })
  expect(notice?.title).toBe('A adquirente cobrou outro valor')
  expect(notice?.text).toContain('Pedimos R$ 7,00 e ela cobrou R$ 8,50.')
})

it.each(['unknown', 'review'] as const)('%s: the acquirer should be queried again', (state) => {
  expect(noticeOf({ ...well, state })?.title).toBe('A adquirente não deu uma resposta clara')
})

it('a refund in progress is shown as such, with the acquirer’s date if known', () => {
  const asked = { ...refund, state: 'asked' } as const
  expect(noticeOf({ ...well, state: 'refunding', refunds: [asked] })).toMatchObject({
    title: 'Devolução em andamento',
    working: true,
  })
  const putOff = { ...asked, put_off_until: '2026-03-11T06:00:00-03:00' }
  const notice = noticeOf({ ...well, state: 'refunding', refunds: [refund, putOff] })
  expect(notice?.title).toMatch(/^Será devolvido em 11\/03/)
  expect(notice?.working).toBeUndefined()
})

it('a refund without an answer waits for staff, without a spinner', () => {
  const asked = { ...refund, state: 'asked', in_doubt: true, amount: money(2) } as const
  for (const [decide_refund, says] of [
    [true, 'diga abaixo'],
    [false, 'Um gerente'],
  ] as const) {
    const notice = noticeOf({ ...well, state: 'refunding', refunds: [asked], can: { decide_refund } })
    expect(notice).toMatchObject({ tone: 'warn', title: 'Estorno sem confirmação: R$\u00a02,00' })
    expect(notice?.text).toContain(says)
    expect(notice).not.toHaveProperty('working')
  }
  expect(refundStateName(asked).text).toBe('Sem confirmação')
  expect(refundStateName({ ...asked, in_doubt: false }).text).toBe('Em andamento')
})

it('after the acquirer’s refund deadline no retry is offered, whatever the state of the last refund', () => {
  const notice = noticeOf({ ...well, refund_terms: { ...terms, over: true }, refunds: [refused] })
  expect(notice?.title).toBe('O prazo para devolver acabou')
  expect(notice?.text).toMatch(/até 08\/06.*Resolva com o cliente/)
})

it('a refused refund shows its reason and the acquirer’s code, until a later one', () => {
  const notice = noticeOf({ ...well, refund_terms: terms, refunds: [refund, refused] })
  expect(notice?.title).toBe('A última devolução foi recusada')
  expect(notice?.text).toBe('Falta saldo. Nada foi devolvido por ela. Código 53.')
  for (const return_code of ['ledger', 'denied', 'unseen', null])
    expect(noticeOf({ ...well, refunds: [{ ...refused, return_code }] })?.text).toBe(
      'Falta saldo. Nada foi devolvido por ela.',
    )
  expect(noticeOf({ ...well, refunds: [refused, refund] })).toBeNull()
  const unarrived = {
    ...refused,
    return_code: 'unarrived',
    unarrived: true,
    why: 'Se ainda for devida, peça de novo.',
  }
  expect(noticeOf({ ...well, refunds: [unarrived] })).toMatchObject({
    title: 'A última devolução não chegou',
    text: 'Se ainda for devida, peça de novo.',
  })
})
