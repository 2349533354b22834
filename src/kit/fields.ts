import * as z from 'zod/mini'
import { isCep, isCnpj, isCpf, isPhone, normaliseTaxId, onlyDigits } from './brazil.ts'

/** The texts of spec.md section 5, to the letter. */
export const fieldTexts = {
  required: 'Campo obrigatório.',
  email: 'Campo deve ser um e-mail válido.',
  cpf: 'Digite um CPF válido.',
  cnpj: 'Digite um CNPJ válido',
  cpfOrCnpj: 'Digite um CPF ou CNPJ válido',
  phone: 'Digite um telefone válido com DDD.',
  cep: 'Digite um CEP válido com 8 dígitos.',
  ticketCode: 'O número do ticket deve ter 13 dígitos.',
  tooLong: 'Texto longo demais.',
} as const

/** Trimmed text that must not be empty; `max` characters at most. */
export function requiredText(max = 120) {
  return z
    .string({ error: fieldTexts.required })
    .check(
      z.trim(),
      z.minLength(1, { error: fieldTexts.required, abort: true }),
      z.maxLength(max, fieldTexts.tooLong),
    )
}

/** Text that may be missing, null or empty; answers '' then. */
export function optionalText(max = 120) {
  return z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, fieldTexts.tooLong))),
    z.transform((text) => text ?? ''),
  )
}

/** Lower-case e-mail address. */
export const email = z
  .string({ error: fieldTexts.required })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: fieldTexts.required, abort: true }),
    z.maxLength(254, { error: fieldTexts.email, abort: true }),
    z.email(fieldTexts.email),
  )

/** Phone with area code; answers its 10 or 11 digits. */
export const phone = z.pipe(
  requiredText(30).check(z.refine(isPhone, fieldTexts.phone)),
  z.transform(onlyDigits),
)

/** CPF, or a company's CNPJ, formatted or plain; answers it without punctuation. */
export const taxId = z.pipe(
  requiredText(20).check(
    z.refine((text) => isCnpj(text) || normaliseTaxId(text).length !== 14, fieldTexts.cnpj),
    z.refine((text) => isCpf(text) || normaliseTaxId(text).length === 14, fieldTexts.cpf),
  ),
  z.transform(normaliseTaxId),
)

/** Postal code; answers its 8 digits. */
export const cep = z.pipe(requiredText(12).check(z.refine(isCep, fieldTexts.cep)), z.transform(onlyDigits))

/** The 13 digits of a ticket; blanks and dots between groups are dropped. */
export const ticketCode = z.pipe(
  requiredText(40),
  z.pipe(
    z.transform((text: string) => text.replace(/[\s.-]/g, '')),
    z.string().check(z.regex(/^\d{13}$/, fieldTexts.ticketCode)),
  ),
)

/** An instant on the wire: ISO 8601 with offset. */
export const wireInstant = z.string()
