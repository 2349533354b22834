import { toReais } from '#kit/money.ts'
import { methodOf } from '#payment/method/method.ts'
import { machineMethodOf } from '../../machineMethods.ts'
import { type FigureList, type Taken, type TodayMethod, todayMethods, todayTexts } from '../../today.ts'
import type { TakenSum } from './store.ts'

export function takenOf(sums: readonly TakenSum[], hour: number, list: FigureList) {
  const today = sums.filter((sum) => !sum.is_before)
  const before = sums.filter((sum) => sum.is_before)
  const taken = (counts: (sum: TakenSum) => boolean): Taken => {
    const [value, then] = [centsOf(today.filter(counts)), centsOf(before.filter(counts))]
    return { value: toReais(value), before: toReais(then), change: changeOf(value, then), list }
  }
  const from = (source: TakenSum['source']) => (sum: TakenSum) => sum.source === source
  const byMethod = Map.groupBy(today, methodOfSum)
  return {
    portal: taken(from('portal')),
    machine: taken(from('machine')),
    till: taken(() => false),
    total: taken(() => true),
    hours: Array.from({ length: hour + 1 }, (_, at) => {
      const then = today.filter((sum) => sum.hour === at)
      const reais = (source: TakenSum['source']) => toReais(centsOf(then.filter(from(source))))
      return { hour: at, portal: reais('portal'), machine: reais('machine'), till: 0 }
    }),
    methods: todayMethods.flatMap((method) => {
      const found = byMethod.get(method)
      return found ? [{ method, text: todayTexts[method].text, value: toReais(centsOf(found)), list }] : []
    }),
  }
}

function methodOfSum({ payment_type: type, word }: TakenSum): TodayMethod {
  return type === null ? machineMethodOf(word) : methodOf(type)
}

function centsOf(sums: readonly TakenSum[]): number {
  return sums.reduce((all, { cents }) => all + cents, 0)
}

/** Whole per cent; null where `before` is 0. */
function changeOf(value: number, before: number): number | null {
  return before === 0 ? null : Math.round((100 * (value - before)) / Math.abs(before))
}
