import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { email, fieldTexts, secretText, text } from '#kit/fields.ts'
import { recaptchaToken } from '#session/contract.ts'

const messageReply = data(z.object({ message: z.string() }))

/** Answers the same for unknown e-mails. */
export const recoverEmail = endpoint('POST', '/api/access/recover_email', 'human', {
  summary: 'Mails a link to set a new password, valid once and for 60 minutes.',
  body: z.object({ email, recaptcha: recaptchaToken }),
  reply: messageReply,
})

const recoveryPassword = secretText(fieldTexts.required).check(
  z.minLength(1, { error: fieldTexts.required, abort: true }),
  z.minLength(6, fieldTexts.recoveryPassword),
  z.maxLength(32, fieldTexts.recoveryPassword),
)

export const recoverToken = endpoint('POST', '/api/access/recover_token', 'anyone', {
  summary: 'Sets the password with a mailed token; every session and device of the person ends.',
  body: z.object({ password: recoveryPassword, token: text().check(z.minLength(1), z.maxLength(128)) }),
  reply: messageReply,
  errors: { recovery_token: 422 },
})
