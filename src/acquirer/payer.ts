import * as z from 'zod/mini'

/** docs/spec.md#address */
export const payer = z.object({
  name: z.string(),
  /** CPF or CNPJ, digits only. */
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
export type Payer = z.output<typeof payer>
