import * as z from 'zod/mini'
import { fieldTexts, listQuery, requiredText, smallRowId, text } from '#kit/fields.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** A day (YYYY-MM-DD), or an instant with its offset, of a year that the databases can tell. */
const moment = z
  .union([z.string().check(z.regex(day)), z.iso.datetime({ offset: true })], {
    error: 'Informe uma data válida.',
  })
  .check(z.refine((text) => /^(19|2\d)/.test(text), 'Informe uma data válida.'))

/** A value that narrows a list; an empty one is none. */
export function filter<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.optional(z.union([z.literal(''), schema])),
    z.transform((value) => (value === '' || value === undefined ? null : value)),
  )
}

/** What the lists of the back office are asked with beside text and page. */
export const listFilters = { lot_id: filter(smallRowId), from: filter(moment), until: filter(moment) }

/** A list with a text, a page, a lot, a period and one of `states`. */
export function searchQuery<const S extends readonly string[]>(states: S) {
  return z.extend(listQuery, { ...listFilters, state: filter(z.enum(states)) })
}

/** Why somebody of the operator did it; the audit trail keeps it. */
export const reason = requiredText(300).check(z.minLength(5, 'Diga o motivo em poucas palavras.'))

/** Reais, as a number or a text; the server reads it. */
export const reais = z.union([z.number(), text()], { error: fieldTexts.required })

/** A payment's token, in a path. */
export const paymentToken = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) })

export const money = z.object({ value: z.number(), valueHuman: z.string() })

/** One thing that happened, in words, the oldest first. */
export const historyEntry = z.object({
  at: z.string(),
  /** What happened, in Portuguese. */
  text: z.string(),
  /** A person's name, 'Equipamento', 'Adquirente' ... */
  who: z.nullable(z.string()),
  /** Why, as staff wrote it. */
  reason: z.nullable(z.string()),
  amount: z.nullable(money),
})
export type WireHistory = z.output<typeof historyEntry>
