import { minuteMs, addMs } from '#kit/clock.ts'
import { computePrice, type TariffRules } from '../tariff.ts'

export type PriceStep = { readonly minute: number; readonly amountCents: number }

type CurveRange = { readonly enteredAt: Date; readonly timeZone: string; readonly minutes: number }

/** Each step from minute 0 to `minutes`. */
export function priceCurve(rules: TariffRules, { enteredAt, timeZone, minutes }: CurveRange): PriceStep[] {
  const steps: PriceStep[] = []
  let minute: number | null = 0
  while (minute !== null && minute <= minutes) {
    const at = addMs(enteredAt, minute * minuteMs)
    const { amountCents, nextStepAt } = computePrice(rules, { enteredAt, at, timeZone })
    steps.push({ minute, amountCents })
    minute = nextStepAt === null ? null : (nextStepAt.getTime() - enteredAt.getTime()) / minuteMs
  }
  return steps
}

/** Centavos. */
export function amountAtMinute(curve: readonly PriceStep[], minute: number): number {
  return curve.filter((step) => step.minute <= minute).pop()?.amountCents ?? 0
}
