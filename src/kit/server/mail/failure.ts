import * as z from 'zod/mini'

/**
 * Why a mail did not go out: nodemailer's code, the command and the number of the answer, nothing else. What the server
 * says beside them names the recipient ('550 5.1.1 <maria@...>'), and an error goes to the log and into the job's row.
 */
export class MailFailure extends Error {
  /** The recipient's own, and another try would hear the same. */
  readonly isForGood: boolean

  constructor({ code, command, responseCode, response = '' }: Said) {
    super(['mail not sent:', code, command, responseCode].filter(Boolean).join(' '))
    this.name = 'MailFailure'
    this.isForGood = command === 'RCPT TO' && ofRecipient.test(response)
  }
}

/**
 * A 5xx whose own number says that the address or its mailbox is what is wrong (RFC 3463: X.1 and X.2). Without it nobody
 * can tell who cannot be written to from who may not write ('550 relay not permitted'): that is for the operator to mend,
 * and the mails wait for it.
 */
const ofRecipient = /^5\d\d[ -]5\.[12]\.\d/

const said = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
})
type Said = z.output<typeof said>

/** What nodemailer threw, without whom it was about. */
export function failureOf(error: unknown): MailFailure {
  const parsed = said.safeParse(error)
  const code = error instanceof Error ? error.name : undefined
  return new MailFailure({ code, ...(parsed.success ? parsed.data : {}) })
}
