import * as z from 'zod/mini'
import { requiredText } from '#kit/fields.ts'
import { humanMoney, toReais } from '#kit/money.ts'
import { blockDurationText, firstBlockText } from './blockTariff.ts'
import type { TariffRules } from './tariff.ts'
import { reais, wholeNumber } from '#staff/formFields.ts'

const maxMinutes = 24 * 60
const clockTime = z
  .string({ error: 'Informe a hora.' })
  .check(z.trim(), z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use hh:mm, por exemplo 22:00.'))

const everyKindFields = {
  name: requiredText(60),
  entry_tolerance_min: wholeNumber(0, maxMinutes),
  exit_tolerance_min: wholeNumber(0, maxMinutes),
  exit_rule: z.enum(['tolerance_only', 'max_of_both'], { error: 'Escolha uma opção.' }),
  lost_ticket_fee: reais,
}

const blockFields = {
  first_minutes: wholeNumber(1, maxMinutes),
  first_value: reais,
  step_minutes: wholeNumber(1, maxMinutes),
  step_value: reais,
  cap_value: z.nullable(reais),
}

const differentTimes = z.refine<{ night_from: string; night_to: string }>(
  ({ night_from, night_to }) => night_from !== night_to,
  { path: ['night_to'], error: 'O fim precisa ser diferente do começo.' },
)

const capAboveFirst = z.refine<{ cap_value: number | null; first_value: number }>(
  ({ cap_value, first_value }) => cap_value === null || cap_value >= first_value,
  { path: ['cap_value'], error: 'Não pode ser menor que o valor dos primeiros minutos.' },
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
  ],
  { error: 'Escolha uma opção.' },
)
export type TariffEntry = z.output<typeof tariffEntry>

export const tariffKindTexts: Readonly<Record<TariffEntry['kind'], string>> = {
  blocks: 'Por frações',
  flat_day: 'Diária',
  overnight: 'Por frações, com pernoite',
}

export const exitRuleTexts: Readonly<Record<TariffEntry['exit_rule'], string>> = {
  tolerance_only: 'Só os minutos para sair',
  max_of_both: 'O mais tarde: minutos para sair ou fim da fração paga',
}

const reaisToCents = (value: number) => Math.round(value * 100)

/** In centavos. */
export function toTariffRules(entry: TariffEntry): TariffRules {
  const { entry_tolerance_min, exit_tolerance_min, exit_rule } = entry
  const lost_ticket_fee_cents = reaisToCents(entry.lost_ticket_fee)
  const every = { entry_tolerance_min, exit_tolerance_min, exit_rule, lost_ticket_fee_cents }
  if (entry.kind === 'flat_day')
    return { kind: 'flat_day', ...every, day: { value_cents: reaisToCents(entry.day_value) } }
  const blocks = {
    first_block: { minutes: entry.first_minutes, value_cents: reaisToCents(entry.first_value) },
    step: { minutes: entry.step_minutes, value_cents: reaisToCents(entry.step_value) },
    cap: entry.cap_value === null ? null : { value_cents: reaisToCents(entry.cap_value) },
  }
  if (entry.kind === 'blocks') return { kind: 'blocks', ...every, ...blocks }
  const night = { from: entry.night_from, to: entry.night_to, value_cents: reaisToCents(entry.night_value) }
  return { kind: 'overnight', ...every, ...blocks, night }
}

/** The inverse of `toTariffRules`. */
export function toTariffEntry(name: string, rules: TariffRules): TariffEntry {
  const { entry_tolerance_min, exit_tolerance_min, exit_rule } = rules
  const lost_ticket_fee = toReais(rules.lost_ticket_fee_cents)
  const every = { name, entry_tolerance_min, exit_tolerance_min, exit_rule, lost_ticket_fee }
  if (rules.kind === 'flat_day')
    return { kind: 'flat_day', ...every, day_value: toReais(rules.day.value_cents) }
  const { first_block: first, step, cap } = rules
  const blocks = {
    first_minutes: first.minutes,
    first_value: toReais(first.value_cents),
    step_minutes: step.minutes,
    step_value: toReais(step.value_cents),
    cap_value: cap && toReais(cap.value_cents),
  }
  if (rules.kind === 'blocks') return { kind: 'blocks', ...every, ...blocks }
  const { from: night_from, to: night_to, value_cents: nightCents } = rules.night
  const night = { night_from, night_to, night_value: toReais(nightCents) }
  return { kind: 'overnight', ...every, ...blocks, ...night }
}

const moneyText = (cents: number) => `R$\u00a0${humanMoney(cents)}`

/** The rate in words: label and value. */
export function rateLines(rules: TariffRules): { label: string; value: string }[] {
  return [
    { label: 'Livre na entrada', value: blockDurationText(rules.entry_tolerance_min) },
    ...(rules.kind === 'flat_day'
      ? [{ label: 'Diária', value: moneyText(rules.day.value_cents) }]
      : blockRateLines(rules)),
  ]
}

function blockRateLines(rules: Exclude<TariffRules, { kind: 'flat_day' }>) {
  const { first_block: first, step, cap } = rules
  return [
    { label: firstBlockText(first.minutes), value: moneyText(first.value_cents) },
    { label: `A cada ${blockDurationText(step.minutes)}`, value: `mais ${moneyText(step.value_cents)}` },
    ...(cap ? [{ label: 'No máximo por 24 h', value: moneyText(cap.value_cents) }] : []),
    ...(rules.kind === 'overnight'
      ? [{ label: `Das ${rules.night.from} às ${rules.night.to}`, value: moneyText(rules.night.value_cents) }]
      : []),
  ]
}
