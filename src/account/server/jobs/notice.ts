import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/store.ts'
import { randomToken } from '#kit/server/secrets.ts'
import { type NoticeKind, noticeKinds, noticeMail } from '../../mails.ts'
import type { AccountDeps } from '../deps.ts'
import type { User } from '../store.ts'

const payload = z.object({ kind: z.enum(noticeKinds), to: z.string(), name: z.string(), key: z.string() })

/** The sweep deletes its row, with the address, after a day. */
export const noticeJob = job({ name: 'notice', lane: 'mail', keptDays: 1, payload, run: sendNotice })

/** '' until a mailed link proved the e-mail (docs/spec.md#r30). */
export function mailedName({ name, email_proved }: Pick<User, 'name' | 'email_proved'>): string {
  return email_proved ? name : ''
}

export async function queueNotice(
  db: Db,
  kind: NoticeKind,
  user: Pick<User, 'email' | 'name' | 'email_proved'>,
  now: Date,
): Promise<void> {
  const key = `notice-${randomToken()}`
  await enqueue(db, noticeJob, { kind, to: user.email, name: mailedName(user), key }, { key, now })
}

async function sendNotice(
  deps: Pick<AccountDeps, 'mailer' | 'publicUrl' | 'operatorName'>,
  { kind, to, name, key }: z.output<typeof payload>,
): Promise<void> {
  const mail = noticeMail(kind, { operator: await deps.operatorName(), name, url: `${deps.publicUrl}/` })
  await deps.mailer.send(key, { to, ...mail })
}
