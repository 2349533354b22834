import * as z from 'zod/mini'

/** A guest's input during checkout: no card data, and a password only as its argon2 hash. */
export const guestData = z.object({
  /** `email` and `phone` may be empty for a Pix. */
  account: z.optional(
    z.object({ name: z.string(), email: z.string(), phone: z.string(), taxId: z.string() }),
  ),
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
