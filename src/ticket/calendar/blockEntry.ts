import * as z from 'zod/mini'
import { toReais } from '#kit/money.ts'
import { reais, wholeNumber } from '#staff/formFields.ts'
import type { BlockRules } from '../blockTariff.ts'

export const maxMinutes = 24 * 60

export const clockTime = z
  .string({ error: 'Informe a hora.' })
  .check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use hh:mm, por exemplo 22:00.'))

export const differentTimesText = 'O fim precisa ser diferente do começo.'

/** First block, steps and cap, in reais. */
export const blockFields = {
  first_minutes: wholeNumber(1, maxMinutes),
  first_value: reais,
  step_minutes: wholeNumber(1, maxMinutes),
  step_value: reais,
  cap_value: z.nullable(reais),
}
type BlockEntry = { [Name in keyof typeof blockFields]: z.output<(typeof blockFields)[Name]> }

export const capAboveFirst = z.refine<{ cap_value: number | null; first_value: number }>(
  ({ cap_value, first_value }) => cap_value === null || cap_value >= first_value,
  { path: ['cap_value'], error: 'Não pode ser menor que o valor dos primeiros minutos.' },
)

export const reaisToCents = (value: number) => Math.round(value * 100)

type Blocks = Omit<BlockRules, 'entry_tolerance_min'>

/** In centavos. */
export function toBlocks(entry: BlockEntry): Blocks {
  return {
    first_block: { minutes: entry.first_minutes, value_cents: reaisToCents(entry.first_value) },
    step: { minutes: entry.step_minutes, value_cents: reaisToCents(entry.step_value) },
    cap: entry.cap_value === null ? null : { value_cents: reaisToCents(entry.cap_value) },
  }
}

/** The inverse of `toBlocks`. */
export function toBlockEntry({ first_block: first, step, cap }: Blocks): BlockEntry {
  return {
    first_minutes: first.minutes,
    first_value: toReais(first.value_cents),
    step_minutes: step.minutes,
    step_value: toReais(step.value_cents),
    cap_value: cap && toReais(cap.value_cents),
  }
}
