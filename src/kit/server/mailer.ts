import { createTransport } from 'nodemailer'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../clock.ts'

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Pictures that travel with it; the HTML names them as `cid:...`. */
  images?: readonly { cid: string; type: 'image/png'; content: Uint8Array }[]
}

/** Sends one mail; `key` makes a repeat harmless where the transport can know it. Throws when not accepted. */
export type Mailer = { send(key: string, mail: Mail): Promise<void>; check(): Promise<void> }

/** SMTP by nodemailer. The Message-ID is derived from `key`, so that mail servers can drop a repeat. */
export function smtpMailer(url: string, from: string): Mailer {
  // A silent server must not keep the other jobs waiting: they run one at a time.
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
  })
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '') || 'guiche.local'
  return {
    send: async (key, { images = [], ...mail }) => {
      const attachments = images.map(({ cid, type, content }) => ({
        cid,
        contentType: type,
        content: Buffer.from(content),
        filename: `${cid}.png`,
      }))
      await transport.sendMail({ ...mail, attachments, from, messageId: `<${key}@${domain}>` })
    },
    check: async () => {
      await transport.verify()
    },
  }
}

/** Without SMTP the mails stay in the database and are read at /dev/mail (never in production). */
export function keptMailer(db: Db, clock: Clock): Mailer {
  return {
    send: async (key, mail) => {
      await db
        .insertInto('mail')
        .values({
          unique_key: key,
          recipient: mail.to,
          subject: mail.subject,
          html: withImages(mail),
          text: mail.text,
          at: clock.now(),
        })
        .onConflict((conflict) => conflict.column('unique_key').doNothing())
        .execute()
    },
    check: async () => {},
  }
}

/** What travels with a mail that is only kept stands in it. */
function withImages({ html, images = [] }: Mail): string {
  return images.reduce(
    (now, { cid, type, content }) =>
      now.replaceAll(`cid:${cid}`, `data:${type};base64,${Buffer.from(content).toString('base64')}`),
    html,
  )
}

/** The kept mails, newest first, as /dev/mail answers them (docs/demo.md#2-pages). */
export async function keptMails(db: Db) {
  return db
    .selectFrom('mail')
    .select(['id', 'recipient as to', 'subject', 'html', 'text', 'at'])
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}
