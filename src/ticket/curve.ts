import { minuteMs, plus } from '#kit/clock.ts'
import { price, type TariffRules } from './tariff.ts'

/** From this whole minute of the stay on, the price is this many centavos. */
export type CurveStep = { readonly minute: number; readonly amountCents: number }

/** A car that enters at `enteredAt` in a car park of this zone, looked at for `minutes`. */
export type Looked = { readonly enteredAt: Date; readonly timeZone: string; readonly minutes: number }

/** The price of a stay against its length: each step from minute 0 to `minutes`, by `price` itself. */
export function priceCurve(rules: TariffRules, { enteredAt, timeZone, minutes }: Looked): CurveStep[] {
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

/** The price at a minute of a curve, centavos. */
export function amountOn(curve: readonly CurveStep[], minute: number): number {
  return curve.filter((step) => step.minute <= minute).pop()?.amountCents ?? 0
}
