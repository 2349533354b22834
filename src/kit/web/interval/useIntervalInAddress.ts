import { intervalText, readInterval, type DateInterval } from '../../interval.ts'
import { useQueryChange } from '../route/query.ts'
import { useRoute } from '../route/routes.ts'
import { serverTime } from '../time/serverClock.ts'

/** The query value `period`, by default the current month. */
export function useIntervalInAddress(): [DateInterval, (interval: DateInterval) => void] {
  const { query } = useRoute()
  const changeQuery = useQueryChange()
  const interval = readInterval(query['period'], dayHere(serverTime()))
  return [interval, (next) => changeQuery({ period: intervalText(next) })]
}

function dayHere(atMs: number): string {
  const at = new Date(atMs)
  const local = new Date(atMs - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 10)
}
