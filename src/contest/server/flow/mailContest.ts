import * as z from 'zod/mini'
import type { Tx } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { methodRow } from '#payment/method/method.ts'
import { paymentById, payerOf } from '#payment/server/store.ts'
import { contestMail, type ContestMailKind, contestMailKinds } from '../contestMails.ts'
import type { ContestDeps } from '../deps.ts'
import { type Contest, contests } from '../store.ts'

/** `at` tells repeated events apart. */
export const contestMailJob = job({
  name: 'contest_mail',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ contestId: z.number(), kind: z.enum(contestMailKinds), at: z.number() }),
  run: async (deps: ContestDeps, { contestId, kind, at }) => {
    const row = await contests(deps.db).where('contest.id', '=', contestId).executeTakeFirst()
    if (!row) return
    const payment = await paymentById(deps.db, row.payment_id)
    const { name: operator } = await deps.operator()
    const { refundTo } = methodRow(payment.payment_type)
    const facts = { row, operator, refundTo, contact: await deps.contact(), publicUrl: deps.publicUrl }
    const key = `contest-${contestId}-${kind}-${at}`
    const toDriver = contestMail(kind, 'driver', facts)
    const email = payerOf(payment)?.email ?? row.email
    if (toDriver && email !== null) await deps.mailer.send(key, { to: email, ...toDriver })
    const toStaff = contestMail(kind, 'staff', facts)
    if (!toStaff) return
    for (const to of await deps.alertTo()) await deps.mailer.send(`${key}-${to}`, { to, ...toStaff })
  },
})

/** Runs in the event's transaction. */
export async function mailContest(tx: Tx, { id }: Contest, kind: ContestMailKind, now: Date): Promise<void> {
  const at = now.getTime()
  await enqueue(tx, contestMailJob, { contestId: id, kind, at }, { key: `contest-${id}-${kind}-${at}`, now })
}
