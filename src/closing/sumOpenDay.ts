import { toMachineMethod } from '#reporting/machineMethods.ts'
import { toTillMethod } from '#reporting/tillMethods.ts'
import { type TodayMethod, todayMethods, todayMethodTexts } from '#reporting/today.ts'
import { methodNames } from '#payment/method/method.ts'
import type { WireClosingLine, WireTotals } from './backoffice.ts'

type OpenDaySums = {
  readonly methods: readonly { readonly text: string; readonly value: number }[]
  readonly total: number
}

/** Sums the open day in reais by method as 'Hoje' does, without late rows and adjustments. */
export function sumOpenDay(lines: readonly WireClosingLine[], totals: WireTotals): OpenDaySums {
  const own = lines.filter(isOfOpenDay)
  return {
    methods: todayMethods.flatMap((method) => {
      const found = own.filter((line) => methodOfLine(line) === method)
      return found.length === 0
        ? []
        : [{ text: todayMethodTexts[method].text, value: sumReais(found.map(({ value }) => value)) }]
    }),
    total: sumReais([totals.net, totals.machine, totals.till]),
  }
}

function isOfOpenDay({ section }: WireClosingLine): boolean {
  return section === 'portal' || section === 'refund' || section === 'machine' || section === 'till'
}

function methodOfLine({ section, method }: WireClosingLine): TodayMethod {
  if (section === 'till') return toTillMethod(method)
  const ofPortal = methodNames.find((name) => name === method)
  return section !== 'machine' && ofPortal !== undefined ? ofPortal : toMachineMethod(method)
}

function sumReais(reais: readonly number[]): number {
  return Math.round(reais.reduce((all, value) => all + value * 100, 0)) / 100
}
