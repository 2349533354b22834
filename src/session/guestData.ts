import * as z from 'zod/mini'

/** What a guest typed on the way to paying; lives in the session, never a password or a card. */
export const guestData = z.object({
  account: z.optional(
    z.object({ name: z.string(), email: z.string(), phone: z.string(), taxId: z.string() }),
  ),
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
