import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { plainText } from '#kit/brazil.ts'
import { requiredText } from '#kit/fields.ts'

export const readSecondFactor = endpoint('GET', '/api/staff/second_factor', 'staff', {
  summary: 'Whether this staff member has an authenticator, and whether this login gave its code.',
  reply: data(
    z.object({
      enrolled: z.boolean(),
      passed: z.boolean(),
      /** Only the screen that changes it is open (docs/spec.md#r32). */
      short_password: z.boolean(),
    }),
  ),
})

/** A new secret each time until a code confirms one. */
export const enrolSecondFactor = endpoint('POST', '/api/staff/second_factor/enrol', 'staff', {
  summary: 'A new secret for the authenticator (RFC 6238), as text, address and QR code.',
  reply: data(
    z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** otpauth://totp/... */
      uri: z.string(),
      /** SVG. */
      qrcode: z.string(),
    }),
  ),
  errors: { second_factor_enrolled: 409 },
})

/** The first code confirms the authenticator. */
export const passSecondFactor = endpoint('POST', '/api/staff/second_factor', 'staff', {
  summary: 'Takes a code of the authenticator, or a recovery code; this login may then use the back office.',
  body: z.object({ code: z.pipe(requiredText(40), z.transform(plainText)) }),
  /** Ten, shown once, when the authenticator is confirmed. */
  reply: data(z.object({ passed: z.literal(true), recovery_codes: z.nullable(z.array(z.string())) })),
  errors: { second_factor_missing: 409 },
})
