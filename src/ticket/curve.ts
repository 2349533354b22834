import { minuteMs, plus } from '#kit/clock.ts'
import { price, type TariffRules } from './tariff.ts'

export type CurveStep = { readonly minute: number; readonly amountCents: number }

type CurveRange = { readonly enteredAt: Date; readonly timeZone: string; readonly minutes: number }

/** Each step from minute 0 to `minutes`. */
export function priceCurve(rules: TariffRules, { enteredAt, timeZone, minutes }: CurveRange): CurveStep[] {
  const steps: CurveStep[] = []
  let minute: number | null = 0
  while (minute !== null && minute <= minutes) {
    const at = plus(enteredAt, minute * minuteMs)
    const { amountCents, nextStepAt } = price(rules, { enteredAt, at, timeZone })
    steps.push({ minute, amountCents })
    minute = nextStepAt === null ? null : (nextStepAt.getTime() - enteredAt.getTime()) / minuteMs
  }
  return steps
}

/** Centavos. */
export function amountOn(curve: readonly CurveStep[], minute: number): number {
  return curve.filter((step) => step.minute <= minute).pop()?.amountCents ?? 0
}
