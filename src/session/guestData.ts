import * as z from 'zod/mini'

/**
 * What a guest typed on the way to paying; lives in the session, never a card, and of a password only its
 * argon2 hash, until the account is made.
 */
export const guestData = z.object({
  /** `email` and `phone` are empty where a Pix's payer gave none: no card is charged with that. */
  account: z.optional(
    z.object({ name: z.string(), email: z.string(), phone: z.string(), taxId: z.string() }),
  ),
  /** Present while the guest wants an account. */
  passwordHash: z.optional(z.string()),
  address: z.optional(
    z.object({
      postalcode: z.string(),
      street: z.string(),
      streetNumber: z.string(),
      complement: z.string(),
      neighborhood: z.string(),
      cityId: z.number(),
    }),
  ),
})
export type GuestData = z.output<typeof guestData>
