import type { Db } from '#db/schema.ts'
import { settingText } from '#kit/server/settings.ts'

/** Where the operator wants mails about cases of the review queue; null where nobody said so. */
export async function readAlertEmail(db: Db): Promise<string | null> {
  const email = await settingText(db, 'alert', 'email')
  return email === '' ? null : email
}
