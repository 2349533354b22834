import { machineMethodOf } from '#reporting/machineMethods.ts'
import { type TodayMethod, todayMethods, todayTexts } from '#reporting/today.ts'
import { methodNames } from '#payment/method/method.ts'
import type { WireClosingLine, WireTotals } from './backoffice.ts'

type OfDay = {
  readonly methods: readonly { readonly text: string; readonly value: number }[]
  readonly total: number
}

/** The open day's own money in reais, grouped as 'Hoje' groups it: without late rows and adjustments. */
export function sumOfDay(lines: readonly WireClosingLine[], totals: WireTotals): OfDay {
  const own = lines.filter(isOfDay)
  return {
    methods: todayMethods.flatMap((method) => {
      const found = own.filter((line) => methodOfLine(line) === method)
      return found.length === 0
        ? []
        : [{ text: todayTexts[method].text, value: sum(found.map(({ value }) => value)) }]
    }),
    total: sum([totals.net, totals.machine, totals.till]),
  }
}

function isOfDay({ section }: WireClosingLine): boolean {
  return section === 'portal' || section === 'refund' || section === 'machine'
}

function methodOfLine({ section, method }: WireClosingLine): TodayMethod {
  const ofPortal = methodNames.find((name) => name === method)
  return section !== 'machine' && ofPortal !== undefined ? ofPortal : machineMethodOf(method)
}

function sum(reais: readonly number[]): number {
  return Math.round(reais.reduce((all, value) => all + value * 100, 0)) / 100
}
