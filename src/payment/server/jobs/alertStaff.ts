import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { minuteMs, plus } from '#kit/clock.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue, enqueueOneOf } from '#kit/server/jobs/store.ts'
import { isCaseKind } from '../../review/cases.ts'
import { alertMail, blockedMail, doubtMail, unlistedMail } from '../../review/alertMail.ts'
import type { PaymentDeps } from '../deps.ts'
import { alertKind } from '../reviewCases.ts'

/** How soon a release that knows the case is waited for again. */
const otherReleaseMs = 10 * minuteMs

/**
 * Job: tells the operator what stands in the queue, once an hour for each kind of case. One that only a newer release knows is
 * left to it.
 */
export const alertJob = job({
  ...alertKind,
  run: async (deps: PaymentDeps, { kind, hour }) => {
    if (!isCaseKind(kind)) return { notBefore: plus(deps.clock.now(), otherReleaseMs) }
    const open = await deps.db
      .selectFrom('review_case')
      .select('amount_cents')
      .where('kind', '=', kind)
      .where('closed_at', 'is', null)
      .execute()
    // Somebody was faster than the mail.
    if (open.length === 0) return
    const amounts = open.map(({ amount_cents }) => amount_cents)
    const mail = alertMail(kind, amounts, `${deps.publicUrl}/#/staff/review`)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`alert-${kind}-${hour}-${to}`, { to, ...mail })
  },
})

/** Job: tells the operator, once an hour, that what an acquirer does not find counts for nothing, and why. */
export const doubtJob = job({
  name: 'acquirer_doubt',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ acquirer: z.string(), why: z.string(), hour: z.string() }),
  run: async (deps: PaymentDeps, { acquirer, why, hour }) => {
    const mail = doubtMail(acquirer, why)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`doubt-${acquirer}-${hour}-${to}`, { to, ...mail })
  },
})

/** Has the operator told that an acquirer cannot be believed when it finds nothing. */
export async function tellDoubt(db: Db, told: { acquirer: string; why: string; now: Date }): Promise<void> {
  const { acquirer, why, now } = told
  const hour = now.toISOString().slice(0, 13)
  await enqueue(db, doubtJob, { acquirer, why, hour }, { key: `doubt-${acquirer}-${hour}`, now })
}

/** Job: tells the operator, once an hour, that an acquirer refuses with a code that nobody has listed. */
export const unlistedJob = job({
  name: 'acquirer_unlisted',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ acquirer: z.string(), code: z.string(), hour: z.string() }),
  run: async (deps: PaymentDeps, { acquirer, code, hour }) => {
    const mail = unlistedMail(acquirer, code)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`unlisted-${acquirer}-${hour}-${to}`, { to, ...mail })
  },
})

/** Has the operator told of a refusal with a code that nobody has listed. In the caller's transaction. */
export async function tellUnlisted(
  db: Db,
  told: { acquirer: string; code: string | null; now: Date },
): Promise<void> {
  const { acquirer, now } = told
  const hour = now.toISOString().slice(0, 13)
  const payload = { acquirer, code: told.code ?? '?', hour }
  await enqueue(db, unlistedJob, payload, { key: `unlisted-${acquirer}-${hour}`, now })
}

/** Job: tells the operator what a browser says that it kept the script of an authentication from. */
export const blockedJob = job({
  name: 'authentication_blocked',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ acquirer: z.string(), host: z.string(), directive: z.string(), hour: z.string() }),
  run: async (deps: PaymentDeps, { hour, ...blocked }) => {
    const { acquirer, host, directive } = blocked
    const mail = blockedMail(blocked)
    for (const to of await deps.alertTo())
      await deps.mailer.send(`blocked-${acquirer}-${hour}-${host}-${directive}-${to}`, { to, ...mail })
  },
})

/** So many mails an hour at most: a browser can be made to say anything, and one host must not hide another. */
const blockedPerHour = 5

/**
 * Has the operator told what a browser kept the script of an authentication from; false where that was told within the
 * hour, or enough was.
 */
export async function tellBlocked(
  db: Db,
  { now, ...blocked }: { acquirer: string; host: string; directive: string; now: Date },
): Promise<boolean> {
  const hour = now.toISOString().slice(0, 13)
  const keys = Array.from(
    { length: blockedPerHour },
    (_, n) => `blocked-${blocked.acquirer}-${hour}-${n + 1}`,
  )
  return enqueueOneOf(db, blockedJob, { ...blocked, hour }, { keys, now })
}
