import * as z from 'zod/mini'
import { isDay } from '#kit/calendar.ts'
import { fieldTexts, listQuery, requiredText, int4RowId, text } from '#kit/fields.ts'

const invalidDayText = 'Informe uma data válida.'

export const invalidPeriodText = 'O fim não pode vir antes do início.'

/** Of the years 1900 to 2199 (docs/spec.md#r44). */
const calendarText = text(invalidDayText).check(z.regex(/^(19|2[01])\d\d-/, invalidDayText))

/** YYYY-MM-DD */
export const day = calendarText.check(z.refine(isDay, invalidDayText))

const instant = z.iso.datetime({ offset: true })

/** A day, or an instant with offset. */
export const dayOrInstant = calendarText.check(
  z.refine((text) => isDay(text) || instant.safeParse(text).success, invalidDayText),
)

/** A filter of a list; null when missing or empty. */
export function queryFilter<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.optional(z.union([z.literal(''), schema])),
    z.transform((value) => (value === '' || value === undefined ? null : value)),
  )
}

export const listFilters = {
  lot_id: queryFilter(int4RowId),
  from: queryFilter(dayOrInstant),
  until: queryFilter(dayOrInstant),
}

/** Query of a list with text, page, lot and period. */
export const periodQuery = z.extend(listQuery, listFilters)

/** The same with one of `states`. */
export function searchQuery<const S extends readonly string[]>(states: S) {
  return z.extend(periodQuery, { state: queryFilter(z.enum(states)) })
}

export const reason = requiredText(300).check(z.minLength(5, 'Diga o motivo em poucas palavras.'))

/** Reais, as a number or a text. */
export const reaisOrText = z.union([z.number(), text()], { error: fieldTexts.required })

export const paymentToken = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) })

export const money = z.object({ value: z.number(), valueHuman: z.string() })

/** One event of a history, oldest first. */
export const historyEntry = z.object({
  at: z.string(),
  text: z.string(),
  /** 'Equipamento', 'Adquirente' or a person's name. */
  who: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  amount: z.nullable(money),
})
export type WireHistory = z.output<typeof historyEntry>
