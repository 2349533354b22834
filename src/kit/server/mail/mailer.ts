import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../../clock.ts'
import * as z from 'zod/mini'

type Mail = {
  to: string
  subject: string
  html: string
  text: string
  images?: readonly { cid: string; type: 'image/png'; content: Uint8Array }[]
  files?: readonly MailFile[]
}

export type MailFile = { readonly name: string; readonly type: string; readonly content: Uint8Array }

export type Mailer = {
  /** `key` identifies repeats. False: the recipient is refused for good. Throws a `MailFailure` to be retried. */
  send(key: string, mail: Mail): Promise<boolean>
  check(): Promise<void>
  close(): void
}

export function openMailer(
  { smtpUrl, mailFrom }: { smtpUrl: string | null; mailFrom: string },
  { db, clock, log }: { db: Db; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> },
): Mailer {
  return smtpUrl === null ? databaseMailer(db, clock) : smtpMailer(smtpUrl, mailFrom, log)
}

const idleMs = 5_000
const mailsPerConnection = 100

/** The Message-ID is derived from `key`, so that servers can drop repeats. */
export function smtpMailer(url: string, from: string, log: Pick<FastifyBaseLogger, 'warn'>): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined
  const transport = () => (opened ??= openTransport(url))
  const sender = parseSender(from)
  const domain = sender.address.replace(/^.*@/, '') || 'guiche.local'
  return {
    send: async (key, { to: address, subject, html, text, ...files }) => {
      const line = await transport()
      try {
        await line.sendMail({
          messageId: `<${key}@${domain}>`,
          from: sender,
          // Nodemailer would parse a string as a list of addresses.
          to: { name: '', address },
          subject,
          html: withCrlf(html),
          text: withCrlf(text),
          textEncoding: 'base64',
          attachments: attachmentsOf(files),
        })
        return true
      } catch (error) {
        const failure = toMailFailure(error)
        if (!failure.isPermanent) throw failure
        log.warn({ mail: mailKind(key), why: failure.message }, 'mail refused for good')
        return false
      }
    },
    check: async () => {
      await (await transport()).verify()
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/**
 * 'Garagem: Centro <a@b.c>' -> its name and address. Nodemailer would parse a string as a list of addresses and groups.
 */
export function parseSender(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? []
  const plain = name.trim()
  const quoted = /^"(.*)"$/s.exec(plain)?.[1]?.replace(/\\(.)/g, '$1')
  return { name: quoted ?? plain, address: address.trim() }
}

/** RFC 2045 wants CRLF inside base64 too. */
function withCrlf(text: string): string {
  return text.replace(/\r?\n/g, '\r\n')
}

function attachmentsOf({ images = [], files = [] }: Pick<Mail, 'images' | 'files'>) {
  const shown = images.map(({ cid, type, content }) => ({ cid, type, content, name: `${cid}.png` }))
  return [...shown, ...files].map(({ type: contentType, content, name: filename, ...shownAs }) => ({
    ...shownAs,
    contentType,
    filename,
    content: Buffer.from(content),
  }))
}

function mailKind(key: string): string {
  return key.split('-', 2).join('-')
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    maxMessages: mailsPerConnection,
    idleTimeout: idleMs,
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
  })
}

/** Stores mails, which /dev/mail shows; never used in production. */
function databaseMailer(db: Db, clock: Clock): Mailer {
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
      return true
    },
    check: async () => {},
    close: () => {},
  }
}

function withImages({ html, images = [] }: Mail): string {
  return images.reduce(
    (now, { cid, type, content }) =>
      now.replaceAll(`cid:${cid}`, `data:${type};base64,${Buffer.from(content).toString('base64')}`),
    html,
  )
}

/** Newest first (docs/demo.md#2-pages). */
export async function listStoredMails(db: Db) {
  return db
    .selectFrom('mail')
    .select(['id', 'recipient as to', 'subject', 'html', 'text', 'at'])
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

/** Leaves out the mail server's text, which has the recipient's address. */
class MailFailure extends Error {
  readonly isPermanent: boolean

  constructor({ code, command, responseCode, response = '' }: z.output<typeof smtpError>) {
    super(['mail not sent:', code, command, responseCode].filter(Boolean).join(' '))
    this.name = 'MailFailure'
    this.isPermanent = command === 'RCPT TO' && recipientRefused.test(response)
  }
}

/** Only X.1 and X.2 (RFC 3463) blame the recipient. */
const recipientRefused = /^5\d\d[ -]5\.[12]\.\d/

const smtpError = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
})

function toMailFailure(error: unknown): MailFailure {
  const parsed = smtpError.safeParse(error)
  const code = error instanceof Error ? error.name : undefined
  return new MailFailure({ code, ...(parsed.success ? parsed.data : {}) })
}
