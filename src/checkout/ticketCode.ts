import * as z from 'zod/mini'
import { requiredText } from '#kit/fields.ts'

export const ticketCodeText = 'O número do ticket deve ter 13 dígitos.'

/** 13 digits; blanks, dots and hyphens are dropped. */
export const ticketCode = z.pipe(
  requiredText(40),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s.-]/g, '')),
    z.string().check(z.regex(/^\d{13}$/, ticketCodeText)),
  ),
)
