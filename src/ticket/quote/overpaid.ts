import { earlier } from '#kit/clock.ts'
import { canExitAt } from '#parking/exitDeadline.ts'
import { priceLeftAt } from '../benefit.ts'
import {
  countedCentsOf,
  latestDeadline,
  type PaidSegment,
  stayAt,
  type StayFacts,
  type StayTerms,
  sumCounted,
  validatedStayAt,
  withoutUndone,
} from '../stay.ts'
import { segmentDeadline, sortByPaidAt } from './machinePaymentDeadline.ts'

/**
 * Centavos paid beyond what the stay owed until `at` or its exit, in the order of payment because offline
 * machines report late (docs/payment.md#what-pays). What was undone was given back.
 */
export function overpaidCents(facts: StayFacts, terms: StayTerms, at: Date): number {
  const end = earlier(at, facts.exitedAt ?? at)
  const standing = withoutUndone(facts)
  const segments = sortByPaidAt(standing.segments)
  const stay = { ...standing, exitedAt: null, blockedAt: null, segments }
  const deadlines = recordedDeadlines(stay, terms, end)
  let isWhole = true
  const { owed, unused } = walkPayments(stay, terms, end, (part, { dueCents }, i) => {
    const cents = countedCentsOf(part)
    isWhole = isWhole && cents === part.amountCents
    const covers = dueCents > 0 && cents >= dueCents
    return isWhole || covers ? (deadlines[i] ?? null) : null
  })
  const unpaidCents = Math.max(0, dueAt({ ...stay, segments: owed }, terms, end) - unused.waivedCents)
  return Math.max(0, Math.min(unused.moneyCents - unpaidCents, mostOverpaidCents(stay, terms, end)))
}

/** Without an open deadline a stay keeps its price. */
function mostOverpaidCents(stay: StayFacts, terms: StayTerms, at: Date): number {
  const deadline = latestDeadline(stay.segments)
  if (deadline !== null && canExitAt(deadline, at)) return Infinity
  const { leftCents } = priceLeftAt(validatedStayAt(stay, terms, at), at)
  return sumCounted(stay.segments) - leftCents - (stay.feeCents ?? 0)
}

/** The deadline of each payment as if nothing had gone back. */
function recordedDeadlines(stay: StayFacts, terms: StayTerms, end: Date): readonly (Date | null)[] {
  const segments = stay.segments.map((part) => ({ ...part, countedCents: part.amountCents }))
  const { owed } = walkPayments({ ...stay, segments }, terms, end, (part, { before, unused }, i) => {
    const unusedCents = unused.waivedCents + unused.moneyCents
    const pool = { ...part, n: 0, amountCents: unusedCents, countedCents: unusedCents, exitDeadlineAt: null }
    const paid = unusedCents === 0 ? before : [...before, pool]
    const given = segmentDeadline({ ...stay, segments: paid }, terms, part)
    // A later payment that was recorded earlier made up the difference, so this one opened nothing.
    const isCompleted = segments.slice(i + 1).some(({ n }) => n < part.n)
    return (given === null && isCompleted ? null : part.exitDeadlineAt) ?? given
  })
  return owed.map(({ exitDeadlineAt }) => exitDeadlineAt)
}

type Unused = { readonly waivedCents: number; readonly moneyCents: number }
/** `dueCents` before this payment; `unused` of earlier ones. */
type PaidBefore = {
  readonly before: readonly PaidSegment[]
  readonly unused: Unused
  readonly dueCents: number
}
type FindDeadline = (part: PaidSegment, paid: PaidBefore, i: number) => Date | null

/**
 * `owed`: the payments with what the stay used at their instants. What is unused pays each later amount
 * before that payment does, waivers first.
 */
function walkPayments(stay: StayFacts, terms: StayTerms, end: Date, findDeadline: FindDeadline) {
  const owed: PaidSegment[] = []
  let unused: Unused = { waivedCents: 0, moneyCents: 0 }
  for (const [i, part] of stay.segments.entries()) {
    const dueCents = dueAt({ ...stay, segments: owed }, terms, earlier(part.paidAt, end))
    const exitDeadlineAt = findDeadline(part, { before: owed, unused, dueCents }, i)
    const cents = countedCentsOf(part)
    const waivedCents = unused.waivedCents + (part.waived === true ? cents : 0)
    const moneyCents = unused.moneyCents + (part.waived === true ? 0 : cents)
    const fromWaivers = Math.min(dueCents, waivedCents)
    const fromMoney = Math.min(dueCents - fromWaivers, moneyCents)
    unused = { waivedCents: waivedCents - fromWaivers, moneyCents: moneyCents - fromMoney }
    const usedCents = fromWaivers + fromMoney
    owed.push({ ...part, amountCents: usedCents, countedCents: usedCents, exitDeadlineAt })
  }
  return { owed, unused }
}

function dueAt(stay: StayFacts, terms: StayTerms, at: Date): number {
  return stayAt(stay, terms, at).dueCents
}
