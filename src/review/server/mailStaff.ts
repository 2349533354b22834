import { markup } from '#kit/markup.ts'
import type { Mailer } from '#kit/server/mail/mailer.ts'

type StaffMail = {
  readonly subject: string
  /** One paragraph each. */
  readonly lines: readonly string[]
  readonly links?: readonly { readonly text: string; readonly url: string }[]
}

type Deps = { readonly mailer: Mailer; readonly alertTo: () => Promise<readonly string[]> }

/** Mails the operator; the same key mails a person once. */
export async function mailStaff(deps: Deps, key: string, { subject, lines, links = [] }: StaffMail) {
  const paragraphs = [
    ...lines.map((line) => markup`<p>${line}</p>`.html),
    ...links.map(({ text, url }) => markup`<p><a href="${url}">${text}</a></p>`.html),
  ]
  const text = [...lines, ...links.map(({ url }) => url)].join('\n\n')
  const mail = { subject, text, html: paragraphs.join('\n') }
  for (const to of await deps.alertTo()) await deps.mailer.send(`${key}-${to}`, { to, ...mail })
}
