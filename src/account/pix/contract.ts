import * as z from 'zod/mini'
import { ticketCode } from '#checkout/ticketCode.ts'
import { cpf, emailIfAny, requiredText } from '#kit/fields.ts'

/** The e-mail, for the receipt, may be missing or empty (docs/methods.md#pix). */
export const pixPayer = z.object({
  method: z.literal('pix'),
  name: requiredText(120),
  cpfcnpj: cpf,
  email: emailIfAny,
  ticket_code: z.nullish(ticketCode),
})
