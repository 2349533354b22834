import * as z from 'zod/mini'
import { email, fieldTexts, phone, requiredText, taxId } from '#kit/fields.ts'

export const staffPassword = z
  .string({ error: fieldTexts.required })
  .check(z.minLength(12, 'A senha deve ter 12 caracteres ou mais.'), z.maxLength(128, fieldTexts.tooLong))

export const newAdmin = z.object({ name: requiredText(120), email, taxId, phone, password: staffPassword })
export type NewAdmin = z.output<typeof newAdmin>
