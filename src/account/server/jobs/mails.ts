import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { type NoticeKind, noticeKinds, noticeMail, invitationMail, recoveryMail } from '../../mails.ts'
import type { AccountDeps } from '../deps.ts'
import { type User, lotsOf, findUser } from '../store.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { revokeRecoveryTokens, createRecoveryToken } from '../recoveryTokens.ts'
import { hourMs } from '#kit/clock.ts'

const payload = z.object({ kind: z.enum(noticeKinds), to: z.string(), name: z.string(), key: z.string() })

/** The job's row is deleted after a day, because it has the address. */
export const noticeJob = job({ name: 'notice', lane: 'mail', keptDays: 1, payload, run: sendNotice })

/** '' until a mailed link proved the e-mail (docs/spec.md#r30). */
function provedName({ name, email_proved }: Pick<User, 'name' | 'email_proved'>): string {
  return email_proved ? name : ''
}

export async function enqueueNotice(
  db: Db,
  kind: NoticeKind,
  user: Pick<User, 'email' | 'name' | 'email_proved'>,
  now: Date,
): Promise<void> {
  const key = `notice-${randomToken()}`
  await enqueue(db, noticeJob, { kind, to: user.email, name: provedName(user), key }, { key, now })
}

async function sendNotice(
  deps: Pick<AccountDeps, 'mailer' | 'publicUrl' | 'operatorName'>,
  { kind, to, name, key }: z.output<typeof payload>,
): Promise<void> {
  const mail = noticeMail(kind, { operator: await deps.operatorName(), name, url: `${deps.publicUrl}/` })
  await deps.mailer.send(key, { to, ...mail })
}

/** Stores only the hash of the token, so a retry makes another token. */
export const recoveryJob = job({
  name: 'recovery',
  lane: 'mail',
  keptDays: 1,
  payload: z.object({ userId: z.nullable(z.number()), invited: z.boolean() }),
  run: mailRecovery,
})

type RecoveryPayload = { userId: number | null; invited: boolean }

export async function enqueueRecovery(db: Db, payload: RecoveryPayload, now: Date): Promise<void> {
  await enqueue(db, recoveryJob, payload, { key: `recovery-${randomToken()}`, now })
}

async function mailRecovery(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'mailer' | 'publicUrl' | 'operatorName' | 'lotNames'>,
  { userId, invited }: RecoveryPayload,
): Promise<void> {
  const user = userId === null ? undefined : await findUser(deps.db, userId)
  if (!user) return
  const now = deps.clock.now()
  const { id, token } = await transaction(deps.db, async (tx) => {
    // A stranger's recovery must not void earlier links.
    if (invited) await revokeRecoveryTokens(tx, user.id, now)
    return createRecoveryToken(tx, user.id, now, (invited ? 48 : 1) * hourMs)
  })
  const url = `${deps.publicUrl}/#/login/recover_token/${token}?email=${encodeURIComponent(user.email)}`
  const to = { operator: await deps.operatorName(), name: provedName(user), url }
  const seen = lotsOf(user)
  const lots = (await deps.lotNames(deps.db)).filter(({ id }) => seen?.includes(id)).map(({ name }) => name)
  const invitation = { ...to, level: user.level, lots: seen && lots }
  const mail = invited ? invitationMail(invitation) : recoveryMail(to)
  await deps.mailer.send(`recovery-${id}`, { to: user.email, ...mail })
}
