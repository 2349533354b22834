import * as z from 'zod/mini'

/** `payment.payer`: who paid, as the first call wrote them down (docs/payment.md). An empty object once they are forgotten. */
export const keptPayer = z.object({
  name: z.string(),
  taxId: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(
    z.object({
      street: z.string(),
      number: z.string(),
      complement: z.nullable(z.string()),
      postalCode: z.string(),
      city: z.string(),
      state: z.string(),
    }),
  ),
})
