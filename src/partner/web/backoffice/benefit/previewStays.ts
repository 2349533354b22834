import { addMs, minuteMs } from '#kit/clock.ts'
import { linesOff, type Validation } from '#ticket/benefit.ts'
import { computePrice, type TariffRules } from '#ticket/tariff.ts'
import type { BenefitKind } from '../../../benefit.ts'

/** `value` is minutes, reais or per cent, `max` reais. */
type Entry = { kind: BenefitKind; value: number | null; max: number | null }
type Tariff = { rules: TariffRules; timeZone: string; enteredAt: Date }
type Row = { readonly minutes: number; readonly priceCents: number; readonly offCents: number }

const shownMinutes = [30, 60, 120, 180, 300, 600]

/** The price of some stays in centavos, and what a benefit takes off it. */
export function previewStays(entry: Entry, { rules, timeZone, enteredAt }: Tariff): readonly Row[] {
  const validation = toValidation(entry, enteredAt)
  const stay = { rules, timeZone, enteredAt, validations: [validation] }
  return shownMinutes.map((minutes) => {
    const at = addMs(enteredAt, minutes * minuteMs)
    const { amountCents: priceCents } = computePrice(rules, { enteredAt, at, timeZone })
    const offCents =
      entry.kind === 'all'
        ? Math.min(priceCents, validation.maxCents ?? priceCents)
        : linesOff(stay, priceCents).reduce((sum, line) => sum - line.amountCents, 0)
    return { minutes, priceCents, offCents }
  })
}

function toValidation({ kind, value, max }: Entry, at: Date): Validation {
  const cents = (reais: number) => Math.round(reais * 100)
  return {
    id: 1,
    text: '',
    kind,
    value: kind === 'amount' && value !== null ? cents(value) : value,
    maxCents: max === null ? null : cents(max),
    at,
    grantedCents: null,
    countsUntil: null,
    segmentN: null,
  }
}
