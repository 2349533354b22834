import * as z from 'zod/mini'
import { requiredText } from '#kit/fields.ts'
import { reaisText, toReais } from '#kit/money.ts'
import { blockDurationText, type BlockRules, firstBlockText } from './blockTariff.ts'
import {
  blockFields,
  capAboveFirst,
  clockTime,
  differentTimesText,
  maxMinutes,
  reaisToCents,
  toBlockEntry,
  toBlocks,
} from './calendar/blockEntry.ts'
import { calendarFields, rowsFitTogether, toCalendar, toCalendarEntry } from './calendar/calendarEntry.ts'
import { rowLine } from './calendar/rowTexts.ts'
import type { TariffRules } from './tariff.ts'
import { reais, wholeNumber } from '#staff/formFields.ts'

const everyKindFields = {
  name: requiredText(60),
  entry_tolerance_min: wholeNumber(0, maxMinutes),
  exit_tolerance_min: wholeNumber(0, maxMinutes),
  exit_rule: z.enum(['tolerance_only', 'max_of_both'], { error: 'Escolha uma opção.' }),
  lost_ticket_fee: reais,
}

const differentTimes = z.refine<{ night_from: string; night_to: string }>(
  ({ night_from, night_to }) => night_from !== night_to,
  { path: ['night_to'], error: differentTimesText },
)

export const tariffEntry = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('blocks'), ...everyKindFields, ...blockFields }).check(capAboveFirst),
    z.object({ kind: z.literal('flat_day'), ...everyKindFields, day_value: reais }),
    z
      .object({
        kind: z.literal('overnight'),
        ...everyKindFields,
        ...blockFields,
        night_from: clockTime,
        night_to: clockTime,
        night_value: reais,
      })
      .check(differentTimes, capAboveFirst),
    z.object({ kind: z.literal('calendar'), ...everyKindFields, ...calendarFields }).check(rowsFitTogether),
  ],
  { error: 'Escolha uma opção.' },
)
export type TariffEntry = z.output<typeof tariffEntry>

export const tariffKindTexts: Readonly<Record<TariffEntry['kind'], string>> = {
  blocks: 'Por frações',
  flat_day: 'Diária',
  overnight: 'Por frações, com pernoite',
  calendar: 'Por dias e horários',
}

export const exitRuleTexts: Readonly<Record<TariffEntry['exit_rule'], string>> = {
  tolerance_only: 'Só os minutos para sair',
  max_of_both: 'O mais tarde: minutos para sair ou fim da fração paga',
}

/** In centavos. */
export function toTariffRules(entry: TariffEntry): TariffRules {
  const { entry_tolerance_min, exit_tolerance_min, exit_rule } = entry
  const lost_ticket_fee_cents = reaisToCents(entry.lost_ticket_fee)
  const every = { entry_tolerance_min, exit_tolerance_min, exit_rule, lost_ticket_fee_cents }
  switch (entry.kind) {
    case 'blocks':
      return { kind: 'blocks', ...every, ...toBlocks(entry) }
    case 'flat_day':
      return { kind: 'flat_day', ...every, day: { value_cents: reaisToCents(entry.day_value) } }
    case 'overnight': {
      const { night_from: from, night_to: to, night_value } = entry
      const night = { from, to, value_cents: reaisToCents(night_value) }
      return { kind: 'overnight', ...every, ...toBlocks(entry), night }
    }
    case 'calendar':
      return { kind: 'calendar', ...every, ...toCalendar(entry) }
  }
}

/** The inverse of `toTariffRules`. */
export function toTariffEntry(name: string, rules: TariffRules): TariffEntry {
  const { entry_tolerance_min, exit_tolerance_min, exit_rule } = rules
  const lost_ticket_fee = toReais(rules.lost_ticket_fee_cents)
  const every = { name, entry_tolerance_min, exit_tolerance_min, exit_rule, lost_ticket_fee }
  switch (rules.kind) {
    case 'blocks':
      return { kind: 'blocks', ...every, ...toBlockEntry(rules) }
    case 'flat_day':
      return { kind: 'flat_day', ...every, day_value: toReais(rules.day.value_cents) }
    case 'overnight': {
      const { from: night_from, to: night_to, value_cents: nightCents } = rules.night
      const night = { night_from, night_to, night_value: toReais(nightCents) }
      return { kind: 'overnight', ...every, ...toBlockEntry(rules), ...night }
    }
    case 'calendar':
      return { kind: 'calendar', ...every, ...toCalendarEntry(rules) }
  }
}

type RateLine = { label: string; value: string }

/** The rate in words: label and value. */
export function rateLines(rules: TariffRules): RateLine[] {
  const free = { label: 'Livre na entrada', value: blockDurationText(rules.entry_tolerance_min) }
  return [free, ...chargedRateLines(rules)]
}

function chargedRateLines(rules: TariffRules): RateLine[] {
  switch (rules.kind) {
    case 'blocks':
      return blockRateLines(rules)
    case 'flat_day':
      return [{ label: 'Diária', value: reaisText(rules.day.value_cents) }]
    case 'overnight': {
      const { from, to, value_cents: nightCents } = rules.night
      return [...blockRateLines(rules), { label: `Das ${from} às ${to}`, value: reaisText(nightCents) }]
    }
    case 'calendar':
      return rules.rows.map(rowLine)
  }
}

function blockRateLines({ first_block: first, step, cap }: BlockRules): RateLine[] {
  return [
    { label: firstBlockText(first.minutes), value: reaisText(first.value_cents) },
    { label: `A cada ${blockDurationText(step.minutes)}`, value: `mais ${reaisText(step.value_cents)}` },
    ...(cap ? [{ label: 'No máximo por 24 h', value: reaisText(cap.value_cents) }] : []),
  ]
}
