import * as z from 'zod/mini'
import { parseDay } from './calendar.ts'
import {
  isCep,
  isCnpj,
  isCpf,
  isPhone,
  nationalPhone,
  normaliseTaxId,
  onlyDigits,
  cleanText,
  stripInvisible,
} from './brazil.ts'

/** docs/spec.md#field-rules */
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

/** Control characters and lone surrogates, which PostgreSQL refuses. */
const unprintable = /[\p{Cc}\p{Cs}]/u

/** Whether PostgreSQL can store it. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text)
}

/** Every text in a request has this check (test/printable.test.ts). */
export const printable = z.refine<string>(isPrintable, 'Há caracteres que não podem ser usados.')

/** Not for passwords, which keep invisible characters (docs/spec.md#field-rules). */
export const withoutInvisible = z.overwrite<string>(stripInvisible)

/** Printable text. */
export function text(error?: string) {
  return z.string({ error }).check(withoutInvisible, printable)
}

/** A password as typed. */
export function secretText(error?: string) {
  return z.string({ error }).check(printable)
}

/** Trimmed, not empty, at most `max` characters. */
export function requiredText(max = 120) {
  return z
    .string({ error: fieldTexts.required })
    .check(
      withoutInvisible,
      z.trim(),
      z.minLength(1, { error: fieldTexts.required, abort: true }),
      z.maxLength(max, fieldTexts.tooLong),
      printable,
    )
}

/** Trimmed text; missing, null or empty becomes ''. */
export function optionalText(max = 120) {
  return z.pipe(
    z.nullish(z.string().check(withoutInvisible, z.trim(), z.maxLength(max, fieldTexts.tooLong), printable)),
    z.transform((text) => text ?? ''),
  )
}

/** RFC 5322 without quoted names and addresses without a domain. */
const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])$/

const unwrapEmail = z.overwrite<string>((text) =>
  cleanText(text).replace(/^[^<]*<([^<>]*)>$|^mailto:|[.,;]{1,2}$/gi, '$1'),
)

export const email = z
  .string({ error: fieldTexts.required })
  .check(
    unwrapEmail,
    withoutInvisible,
    z.toLowerCase(),
    z.minLength(1, { error: fieldTexts.required, abort: true }),
    z.maxLength(254, { error: fieldTexts.email, abort: true }),
    z.email({ pattern: emailPattern, error: fieldTexts.email, abort: true }),
    printable,
  )

/** Missing, null or blank becomes ''. */
export const optionalEmail = z.pipe(
  z.nullish(
    z.string().check(
      unwrapEmail,
      withoutInvisible,
      z.toLowerCase(),
      z.refine((text) => text === '' || email.safeParse(text).success, fieldTexts.email),
      printable,
    ),
  ),
  z.transform((text) => text ?? ''),
)

type FieldRule = { readonly max: number; readonly isValid: (text: string) => boolean; readonly error: string }

/** Required text that is checked as typed and normalised for storage. */
/* @__NO_SIDE_EFFECTS__ */
function normalisedField({ max, isValid, error }: FieldRule, normalise: (text: string) => string) {
  return z.pipe(requiredText(max).check(z.refine(isValid, error)), z.transform(normalise))
}

export const phone = normalisedField({ max: 30, isValid: isPhone, error: fieldTexts.phone }, nationalPhone)

export const cpf = normalisedField({ max: 40, isValid: isCpf, error: fieldTexts.cpf }, normaliseTaxId)

export const cnpj = normalisedField({ max: 40, isValid: isCnpj, error: fieldTexts.cnpj }, normaliseTaxId)

const isCpfOrCnpj = (text: string) => isCpf(text) || isCnpj(text)

export const taxId = normalisedField(
  { max: 40, isValid: isCpfOrCnpj, error: fieldTexts.cpfOrCnpj },
  normaliseTaxId,
)

export const cep = normalisedField({ max: 20, isValid: isCep, error: fieldTexts.cep }, onlyDigits)

/** Untrimmed, 6 to 128 characters. */
export const newPassword = z
  .string({ error: fieldTexts.required })
  .check(
    z.minLength(1, { error: fieldTexts.required, abort: true }),
    z.minLength(6, fieldTexts.password),
    z.maxLength(128, fieldTexts.tooLong),
    printable,
  )

/** An existing password may have been set under other rules. */
export const typedPassword = secretText(fieldTexts.required).check(
  z.minLength(1, fieldTexts.required),
  z.maxLength(128, fieldTexts.tooLong),
)

/** 'YYYY-MM-DD' or 'dd/mm/aaaa' -> 'YYYY-MM-DD'. */
export const calendarDay = normalisedField(
  { max: 10, isValid: (text) => parseDay(text) !== null, error: fieldTexts.day },
  (text) => parseDay(text) ?? text,
)

export const decimal = z.number({
  error: ({ input }) => (input === null || input === undefined ? fieldTexts.required : fieldTexts.decimal),
})

export const rowId = z.coerce.number().check(z.int(), z.positive(), z.lte(Number.MAX_SAFE_INTEGER))

export const int4RowId = rowId.check(z.lte(2_147_483_647))

const searchTerm = optionalText(500)

/** `q`, `search`, `searchText` and `text` all search; pages from 1. */
export const listQuery = z.object({
  q: searchTerm,
  search: searchTerm,
  searchText: searchTerm,
  text: searchTerm,
  p: z.optional(text()),
  page: z.optional(text()),
})
