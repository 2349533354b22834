import * as z from 'zod/mini'
import { staffPasswordMin, staffPasswordText } from './user.ts'
import { email, fieldTexts, phone, requiredText, taxId } from '#kit/fields.ts'

export const staffPassword = z
  .string({ error: fieldTexts.required })
  .check(z.minLength(staffPasswordMin, staffPasswordText), z.maxLength(128, fieldTexts.tooLong))

export const newAdmin = z.object({ name: requiredText(120), email, taxId, phone, password: staffPassword })
export type NewAdmin = z.output<typeof newAdmin>
