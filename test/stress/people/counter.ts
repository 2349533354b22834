import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, at } from '#test/support/client.ts'
import { closeTill, openTill, take, takeIdOf, undoTake } from '#test/support/garage/till.ts'
import type { Random } from '../../fuzz/random.ts'
import { summarise, type Run, type Visitor } from './visitor.ts'

/** The person at the counter, whose tills are open in all lots. */
export type Cashier = { readonly browser: Visitor; readonly tills: readonly number[] }

export async function openTills(browser: Visitor): Promise<Cashier> {
  const tills: number[] = []
  for (const lot of [1, 2, 3]) tills.push(await openTill(browser, 100, lot))
  return { browser, tills }
}

/** Takes what the screen says is due, and undoes some of that. Answers whether the ticket is paid. */
export async function payAtCounter(
  run: Run,
  random: Random,
  { browser }: Cashier,
  code: string,
): Promise<boolean> {
  const { runLog } = run
  await wait(random.below(5_000))
  const due = Number(
    at((await browser.get(`/api/staff/tickets/${code}/take`)).body, 'data.amount.value') ?? 0,
  )
  if (due === 0) return false
  const method = random.chance(0.3) ? 'card_machine' : 'cash'
  const key = `stress-${random.below(2 ** 31)}-${random.below(2 ** 31)}`
  const taken = await repeated(() => take(browser, code, { value: due, method }, key))
  runLog.count(`counter: takes, ${summarise(taken)}`)
  if (taken.status >= 300) return false
  if (!random.chance(0.15)) return true
  const undone = await undoTake(browser, takeIdOf(taken))
  runLog.count(`counter: undoes, ${summarise(undone)}`)
  return false
}

/** Closes all tills, with a difference. */
export async function closeTills({ runLog }: Run, { browser, tills }: Cashier): Promise<void> {
  for (const till of tills) {
    const closed = await repeated(() => closeTill(browser, till, 1, 'Conferido por outra pessoa'))
    if (closed.status >= 300 && at(closed.body, 'code') !== 'till_closed')
      runLog.violation('a till was not closed', closed.body)
  }
}

/** Sends a call again until an instance answers. */
async function repeated(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call()
    if ((answer.status !== 0 && answer.status !== 503) || tries > 40) return answer
    await wait(250)
  }
}
