import * as z from 'zod/mini'

/** Without the server's text, which has the recipient's address. */
class MailFailure extends Error {
  /** The recipient was refused for good. */
  readonly isForGood: boolean

  constructor({ code, command, responseCode, response = '' }: z.output<typeof smtpError>) {
    super(['mail not sent:', code, command, responseCode].filter(Boolean).join(' '))
    this.name = 'MailFailure'
    this.isForGood = command === 'RCPT TO' && ofRecipient.test(response)
  }
}

/** Only X.1 and X.2 (RFC 3463) blame the recipient. */
const ofRecipient = /^5\d\d[ -]5\.[12]\.\d/

const smtpError = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  response: z.optional(z.string()),
})

export function failureOf(error: unknown): MailFailure {
  const parsed = smtpError.safeParse(error)
  const code = error instanceof Error ? error.name : undefined
  return new MailFailure({ code, ...(parsed.success ? parsed.data : {}) })
}
