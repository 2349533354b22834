import * as z from 'zod/mini'
import { transaction } from '#kit/server/db/transaction.ts'
import { enqueue, releaseJobKey } from '#kit/server/jobs/enqueue.ts'
import { job, type Reschedule } from '#kit/server/jobs/job.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import { mailStaff } from '#review/server/mailStaff.ts'
import type { AlertDeps } from '../deps.ts'
import { markMailed, nextMailAt, readStandingTexts } from '../store.ts'

const payload = z.object({
  kind: z.string(),
  lotId: z.nullable(z.number()),
  hour: z.string(),
  /** The rows of the mail; absent until they are fixed. */
  ids: z.optional(z.array(z.number())),
})
type Payload = z.output<typeof payload>

/** One mail for a kind, lot and hour. */
export function alertMailKey({ kind, lotId, hour }: Payload): string {
  return `alert_mail-${kind}-${lotId ?? 'all'}-${hour}`
}

export const alertMailKind = { name: 'alert_mail', payload }

/** Runs twice: the first run fixes the rows in one commit, the second mails them, so that a repeat mails the same. */
export const alertMailJob = job({
  ...alertMailKind,
  lane: 'mail',
  keptDays: 30,
  run: async (deps: AlertDeps, mail) =>
    mail.ids === undefined ? fixRows(deps, mail) : mailRows(deps, mail, mail.ids),
})

async function fixRows({ db, clock }: AlertDeps, mail: Payload): Promise<Reschedule | void> {
  const now = clock.now()
  const key = alertMailKey(mail)
  const outcome = await transaction(db, async (tx) => {
    const notBefore = await nextMailAt(tx, mail, now)
    if (notBefore > now) return { notBefore }
    const ids = await markMailed(tx, mail, now)
    if (ids.length > 0) await enqueue(tx, alertMailKind, { ...mail, ids }, { key: `${key}-${ids[0]}`, now })
    return ids
  })
  if ('notBefore' in outcome) return outcome
  // What was cleared before its mail leaves the hour to the next one.
  if (outcome.length === 0) await releaseJobKey(db, key)
}

async function mailRows(deps: AlertDeps, { kind, lotId }: Payload, ids: readonly number[]): Promise<void> {
  const texts = await readStandingTexts(deps.db, ids)
  const [first] = texts
  // The alerts were cleared before the mail.
  if (first === undefined) return
  const lot = (await readLotNames(deps.db)).find(({ id }) => id === lotId)?.name ?? null
  const title = lot === null || first.includes(lot) ? first : `${lot}: ${first}`
  const lines = [...(lot === null ? [] : [lot]), ...texts.map((text) => `${text}.`)]
  await mailStaff(deps, `alert_mail-${kind}-${ids[0]}`, {
    title,
    lines,
    links: [{ label: 'Abrir os avisos', url: `${deps.publicUrl}/#/staff/alerts` }],
  })
}
