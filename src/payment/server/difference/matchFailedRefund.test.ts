import { expect, it } from 'vitest'
import { matchFailedRefund } from './matchFailedRefund.ts'

const parts = (...amounts: number[]) => amounts.map((amount_cents, n) => ({ id: n + 1, amount_cents }))
const asked = { amountCents: 200, mayBeMade: true }
const never = { amountCents: 200, mayBeMade: false }

it.each([
  ['one of them', parts(100, 300), 300, null, [300], 300],
  ['the newest of two alike', parts(300, 300), 300, null, [300], 300],
  ['several', parts(100, 300, 200), 500, null, [300, 200], 500],
  ['several where the newest would mislead', parts(300, 200, 200), 400, null, [200, 200], 400],
  ['no sum of them: as many as fit', parts(300, 100), 250, null, [100], 250],
  ['while one waits that was never sent', parts(300), 300, never, [300], 300],
  ['while one waits that was sent, and is not shown', parts(300), 300, asked, [300], 300],
  ['while one waits that was sent, and is shown', parts(300), 100, asked, [300], 300],
  ['while one waits that was sent and is shown, and is larger', parts(100), -100, asked, [100], 100],
  ['while one waits that was sent and is shown, and is as large', parts(200), 0, asked, [200], 200],
  ['one alike another, while one waits that was never sent', parts(300, 100), 100, never, [100], 100],
])('%s', (_what, done, short, waiting, amounts, cents) => {
  const found = matchFailedRefund(done, short, waiting)
  expect(found.returns.map(({ amount_cents }) => amount_cents)).toEqual(amounts)
  expect(found.cents).toBe(cents)
  if (waiting) expect(found.waiting).toBe('stays')
})

it.each([
  ['shown or not, both may be', parts(300, 100), 100, [100]],
  ['neither may be', parts(300), 50, []],
  ['nothing is missing but what waits', parts(300), -200, []],
])('an open refund that was sent: %s', (_what, done, short, amounts) => {
  const found = matchFailedRefund(done, short, asked)
  expect(found).toMatchObject({ cents: short, waiting: 'ends' })
  expect(found.returns.map(({ amount_cents }) => amount_cents)).toEqual(amounts)
})

it('the newest of two equal refunds is chosen', () => {
  expect(matchFailedRefund(parts(300, 300), 300, null).returns).toMatchObject([{ id: 1 }])
})
