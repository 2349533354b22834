import * as z from 'zod/mini'
import { readDay } from './calendar.ts'
import { isCep, isCnpj, isCpf, isPhone, normaliseTaxId, onlyDigits } from './brazil.ts'

/** The texts of docs/spec.md#field-rules, to the letter. */
export const fieldTexts = {
  required: 'Campo obrigatório.',
  email: 'Campo deve ser um e-mail válido.',
  cpf: 'Digite um CPF válido.',
  cnpj: 'Digite um CNPJ válido',
  cpfOrCnpj: 'Digite um CPF ou CNPJ válido',
  phone: 'Digite um telefone válido com DDD.',
  cep: 'Digite um CEP válido com 8 dígitos.',
  tooLong: 'Texto longo demais.',
  password: 'Digite uma senha com 6 digitos ou mais.',
  recoveryPassword: 'A senha deve ter entre 6 e 32 caracteres.',
  day: 'Digite uma data válida, como 31/12/2027.',
  decimal: 'Digite um número, como 12,50.',
} as const

/** What no keyboard types and no database keeps: control characters and halves of surrogate pairs. */
const unprintable = /[\p{Cc}\p{Cs}]/u

/** Whether a text from outside holds nothing but what can be typed, shown and kept. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text)
}

/** The check of `text()`: every text of a request has it, or a pattern that lets no more in (test/printable.test.ts). */
export const printable = z.refine<string>(isPrintable, 'Há caracteres que não podem ser usados.')

/** Any text that can be typed. What a request's texts begin with. */
export function text(error?: string) {
  return z.string({ error }).check(printable)
}

/** Trimmed text that must not be empty; `max` characters at most. */
export function requiredText(max = 120) {
  return z
    .string({ error: fieldTexts.required })
    .check(
      z.trim(),
      z.minLength(1, { error: fieldTexts.required, abort: true }),
      z.maxLength(max, fieldTexts.tooLong),
      printable,
    )
}

/** Text that may be missing, null or empty; answers '' then. */
export function optionalText(max = 120) {
  return z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(max, fieldTexts.tooLong), printable)),
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
    z.email({ error: fieldTexts.email, abort: true }),
    printable,
  )

/** The same, or nothing: missing, null or blank answers ''. */
export const emailIfAny = z.pipe(
  z.nullish(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.refine((text) => text === '' || email.safeParse(text).success, fieldTexts.email),
      printable,
    ),
  ),
  z.transform((text) => text ?? ''),
)

/** Phone with area code; answers its 10 or 11 digits. */
export const phone = z.pipe(
  requiredText(30).check(z.refine(isPhone, fieldTexts.phone)),
  z.transform(onlyDigits),
)

/** CPF, formatted or plain; answers its 11 digits. */
export const cpf = z.pipe(
  requiredText(20).check(z.refine(isCpf, fieldTexts.cpf)),
  z.transform(normaliseTaxId),
)

/** CPF, or a company's CNPJ, formatted or plain; answers it without punctuation. */
export const taxId = z.pipe(
  requiredText(20).check(z.refine((text) => isCpf(text) || isCnpj(text), fieldTexts.cpfOrCnpj)),
  z.transform(normaliseTaxId),
)

/** A company's CNPJ, formatted or plain; answers its 14 characters. */
export const cnpj = z.pipe(
  requiredText(20).check(z.refine(isCnpj, fieldTexts.cnpj)),
  z.transform(normaliseTaxId),
)

/** A password for a new account: 6 characters or more. It is taken as typed, blanks included. */
export const newPassword = z
  .string({ error: fieldTexts.required })
  .check(
    z.minLength(1, { error: fieldTexts.required, abort: true }),
    z.minLength(6, fieldTexts.password),
    z.maxLength(128, fieldTexts.tooLong),
    printable,
  )

/** A password as somebody types it to be recognised; nothing is said of its length. */
export const typedPassword = text(fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.maxLength(128, fieldTexts.tooLong),
)

/** A day of the calendar, as 'YYYY-MM-DD' or as people write it; answers 'YYYY-MM-DD'. */
export const calendarDay = z.pipe(
  requiredText(10).check(z.refine((text) => readDay(text) !== null, fieldTexts.day)),
  z.transform((text) => readDay(text) ?? text),
)

/** A decimal number as a `DecimalField` sends it; an empty one is missing. Limits are added with `.check(z.gte(0, ...))`. */
export const decimal = z.number({
  error: ({ input }) => (input === null || input === undefined ? fieldTexts.required : fieldTexts.decimal),
})

/** Number of a row in a path. */
export const rowId = z.coerce.number().check(z.int(), z.positive(), z.lte(Number.MAX_SAFE_INTEGER))

/** Number of a row in a table that stays small, such as lots: the databases keep it in 4 bytes and refuse more. */
export const smallRowId = rowId.check(z.lte(2_147_483_647))

/** What a paged list is asked with: `q`, `search`, `searchText` and `text` all search; pages from 1. */
export const listQuery = z.object({
  q: optionalText(80),
  search: optionalText(80),
  searchText: optionalText(80),
  text: optionalText(80),
  p: z.optional(text()),
  page: z.optional(text()),
})

/** Postal code; answers its 8 digits. */
export const cep = z.pipe(requiredText(12).check(z.refine(isCep, fieldTexts.cep)), z.transform(onlyDigits))
