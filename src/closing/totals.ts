import type { ClosingLine } from './document.ts'
import type { Section } from './sections.ts'

/** Centavos; `payments` counts captures. */
export type ClosingTotals = {
  readonly gross: number
  readonly refunded: number
  readonly net: number
  readonly machine: number
  readonly till: number
  readonly late: number
  readonly adjusted: number
  readonly total: number
  readonly waived: number
  readonly validated: number
  /** Null where no fees are set. */
  readonly feeEstimate: number | null
  readonly payments: number
}

/** What is outside the total is only shown. */
export function totalsOf(lines: readonly ClosingLine[], feeEstimate: number | null): ClosingTotals {
  const of = (section: Section) => lines.filter((line) => line.section === section)
  const cents = (section: Section) => of(section).reduce((sum, line) => sum + line.cents, 0)
  const [gross, refunded] = [cents('portal'), 0 - cents('refund')]
  const [machine, till] = [cents('machine'), cents('till')]
  const [late, adjusted] = [cents('late'), cents('adjustment')]
  const net = gross - refunded
  return {
    gross,
    refunded,
    net,
    machine,
    till,
    late,
    adjusted,
    total: net + machine + till + late + adjusted,
    waived: cents('waiver'),
    validated: cents('validation'),
    feeEstimate,
    payments: of('portal').reduce((sum, line) => sum + line.count, 0),
  }
}
