import type { Mailer } from '#kit/server/mail/mailer.ts'
import { type MailContent, renderMail } from '#kit/text/renderMail.ts'

type Deps = { readonly mailer: Mailer; readonly alertTo: () => Promise<readonly string[]> }

/** Mails the operator; the same key mails a person once. */
export async function mailStaff(deps: Deps, key: string, content: MailContent): Promise<void> {
  const mail = renderMail(content)
  for (const to of await deps.alertTo()) await deps.mailer.send(`${key}-${to}`, { to, ...mail })
}
