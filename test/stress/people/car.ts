import { setTimeout as wait } from 'node:timers/promises'
import { at } from '#test/support/client.ts'
import { Random } from '../../fuzz/random.ts'
import { type Cashier, payAtCounter } from './counter.ts'
import { payTicket } from './payer.ts'
import { callGate, Visitor, type Run } from './visitor.ts'

const payers = 4

/** A car that entered hours ago; four people pay its ticket at once, sometimes a machine or the counter too. */
export async function car(run: Run, random: Random, cashier: Cashier): Promise<void> {
  const { runLog } = run
  const lot_id = random.pick([1, 1, 2, 3])
  const entered_at = new Date(Date.now() - (130 + random.below(300)) * 60_000).toISOString()
  const entry = await callGate(run, random, (gate, headers) =>
    gate.entry({ lot_id, gate: 'E1', entered_at }, headers),
  )
  const code = at(entry.body, 'code')
  if (typeof code !== 'string') return runLog.violation('an entry was refused', entry.body)
  runLog.count('car: entered')

  const seeds = Array.from({ length: payers }, () => random.below(2 ** 31))
  const results = await Promise.all([
    ...seeds.map((seed) => payTicket(run, new Random(seed), code)),
    random.chance(0.25) ? payAtMachine(run, new Random(random.below(2 ** 31)), code) : false,
    random.chance(0.25) ? payAtCounter(run, new Random(random.below(2 ** 31)), cashier, code) : false,
  ])
  const isPaid = results.includes(true)
  if (random.chance(0.15)) return runLog.count('car: stays inside')
  await leave(run, random, { code, lot_id, isPaid })
}

/** Pays the price at a machine, or only a part of it, while the others pay too. */
async function payAtMachine(run: Run, random: Random, code: string): Promise<boolean> {
  await wait(random.below(5_000))
  const read = await new Visitor(run, random).post('/api/tk_ticket/read', { code })
  const due = Number(at(read.body, 'data.ticket.value') ?? 0)
  const amount = random.chance(0.3) ? Math.floor(due / 2) : due
  // The report of a machine is late.
  await wait(random.below(1_500))
  if (amount === 0) return false
  const paid_at = new Date().toISOString()
  const paid = await callGate(run, random, (gate, headers) =>
    gate.payment({ code, amount, paid_at, method: 'cash' }, headers),
  )
  run.runLog.count(`machine: paid, ${paid.status}`)
  return at(paid.body, 'paid') === true
}

/** Asks the gate to open: it must for a paid ticket, and only once. */
async function leave(
  run: Run,
  random: Random,
  { code, lot_id, isPaid }: { code: string; lot_id: number; isPaid: boolean },
): Promise<void> {
  const ask = () => callGate(run, random, (gate, headers) => gate.exit({ lot_id, gate: 'S1', code }, headers))
  const answers = await Promise.all(random.chance(0.2) ? [ask(), ask()] : [ask()])
  const opened = answers.filter(({ body }) => at(body, 'open') === true).length
  if (opened > 1) run.runLog.violation('the gate opened twice', { code })
  if (isPaid && opened === 0)
    run.runLog.violation('the gate did not open for a paid ticket', {
      code,
      answers: answers.map(({ body }) => body),
    })
  run.runLog.count(opened > 0 ? 'car: left' : 'car: the gate did not open')
}
