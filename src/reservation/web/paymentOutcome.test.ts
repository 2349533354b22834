import { expect, it } from 'vitest'
import { paymentState } from '#payment/contract.ts'
import { surplusReason } from '../surplusReason.ts'
import { reserveState } from '../wireReserve.ts'
import { paymentOutcomeOf } from './paymentOutcome.ts'

const reserve = {
  lot_id: 1,
  hold: { value: 50, valueHuman: '50,00' },
  retained: { value: 15, valueHuman: '15,00' },
  pay_until: null,
  arrive_until: '',
  entered_at: null,
  exit_until: null,
  can_cancel: false,
  can_confirm: false,
  has_qrcode: false,
  reserve_hint: '',
}
const every = reserveState.options.flatMap((state) =>
  paymentState.options.map((payment) => ({
    of: `${state}, payment ${payment}`,
    ending: paymentOutcomeOf(
      { state: payment, valueHuman: payment === 'captured' ? '15,00' : '50,00' },
      { ...reserve, state, owed: surplusReason({ state: payment, requestedCents: 1500, holdCents: 5000 }) },
    ),
  })),
)

it('the large amount and the text agree', () => {
  const saysNothing = every.filter(({ ending }) => /nada foi cobrado/i.test(ending.text ?? ''))
  expect(saysNothing.length).toBeGreaterThan(0)
  expect(saysNothing.filter(({ ending }) => ending.amount?.valueHuman !== '0,00')).toEqual([])
  const named = every.filter(({ ending }) => /R\$ [\d,]+ foi/.test(ending.text ?? ''))
  expect(named.filter(({ ending }) => !ending.text?.includes(`R$ ${ending.amount?.valueHuman}`))).toEqual([])
})

it('a hold is shown as charged only when it was', () => {
  const charged = every.filter(({ ending }) => ending.amount?.valueHuman === '50,00')
  const labels = new Map(charged.map(({ of, ending }) => [of, ending.amount?.label]))
  expect(
    [...labels].filter(([of, label]) => label === 'Valor cobrado' && !of.endsWith('partly_refunded')),
  ).toEqual([])
})

it('each outcome has its own title', () => {
  const titles = new Set(
    reserveState.options.map(
      (state) => paymentOutcomeOf({ state: 'captured', valueHuman: '' }, { ...reserve, state }).title,
    ),
  )
  expect(titles.size).toBe(reserveState.options.length)
})
