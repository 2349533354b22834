import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../../clock.ts'
import { failureOf } from './failure.ts'

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Pictures that travel with it; the HTML names them as `cid:...`. */
  images?: readonly { cid: string; type: 'image/png'; content: Uint8Array }[]
}

export type Mailer = {
  /**
   * Sends one mail; `key` makes a repeat harmless where the transport can know it. Throws while it has to be tried again,
   * a `MailFailure` that names nobody; one whose recipient is refused for good is over, and the log says so.
   */
  send(key: string, mail: Mail): Promise<void>
  check(): Promise<void>
  /** What is being sent is sent; the line to the mail server is closed. */
  close(): void
}

/** So long a line on which nothing is sent stays open: mails come in batches, and servers close what says nothing. */
const idleMs = 5_000
/** Then a new line: a server that gives each connection a share of its time gets its turn. */
const mailsALine = 100

/**
 * SMTP by nodemailer, over one line that stays open while there are mails: opening one for each costs more than the mail
 * does. A line that the server closed meanwhile is replaced as long as nothing of the mail has gone out; else it fails, and
 * its job sends it again. The Message-ID is derived from `key`, so that mail servers can drop a repeat.
 */
export function smtpMailer(url: string, from: string, log: Pick<FastifyBaseLogger, 'warn'>): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined
  const transport = () => (opened ??= openTransport(url))
  const domain = from.replace(/^.*@/, '').replace(/>.*$/, '') || 'guiche.local'
  return {
    send: async (key, { to, subject, ...parts }) => {
      // One address, whatever is in it: as a text it would be read as a list of them.
      const one = { name: '', address: to }
      const line = await transport()
      try {
        await line.sendMail({ ...bodyOf(parts), subject, to: one, from, messageId: `<${key}@${domain}>` })
      } catch (error) {
        const failure = failureOf(error)
        if (!failure.isForGood) throw failure
        log.warn({ mail: kindOf(key), why: failure.message }, 'mail refused for good')
      }
    },
    check: async () => {
      await (await transport()).verify()
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** With pictures nodemailer puts all of it together; without, its parts are made here, which costs a third less in all. */
function bodyOf({ html, text, images = [] }: Pick<Mail, 'html' | 'text' | 'images'>) {
  if (images.length === 0)
    return { alternatives: [textPart('text/plain', text), textPart('text/html', html)] }
  const attachments = images.map(({ cid, type, content }) => ({
    cid,
    contentType: type,
    content: Buffer.from(content),
    filename: `${cid}.png`,
  }))
  return { html, text, attachments }
}

/** A part with its own headers (RFC 2045): its lines end as a mail's do, and are cut to 76 characters once encoded. */
function textPart(type: 'text/plain' | 'text/html', text: string): { raw: string } {
  const encoded = Buffer.from(text.replace(/\r?\n/g, '\r\n')).toString('base64')
  const lines = encoded.replace(/.{76}(?=.)/g, '$&\r\n')
  const headers = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64`
  return { raw: `${headers}\r\n\r\n${lines}` }
}

/** 'receipt-41': what the mail is about, without what follows, which may be an address. */
function kindOf(key: string): string {
  return key.split('-', 2).join('-')
}

/** Loads nodemailer, which takes as long as a twentieth of the start: not before there is a mail, and not without SMTP. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  // A silent server must not keep the other jobs waiting: they run one at a time.
  return createTransport({
    url,
    pool: true,
    // Mails go one after the other (`jobs/runner.ts`).
    maxConnections: 1,
    maxMessages: mailsALine,
    idleTimeout: idleMs,
    // A server that only closes is tried again by the job, later each time.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
  })
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
    close: () => {},
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
