import { afterLoading } from '../notice/loading.ts'
import { createStore } from '../state/store.ts'

const prefix = 'guiche.busy.'
const busy = createStore<readonly string[]>([])
/** What this tab is at, or was: the browser may know of it a moment longer than we do. */
const own = new Set<string>()

/**
 * This tab is at something that would be lost with the page, until the answer is called. The other tabs of the browser can
 * see it (`busyElsewhere`), where it has locks: they go with a tab, however it ends.
 */
export function beBusy(name: string): () => void {
  own.add(name)
  busy.set((now) => [...now, name])
  let letGo = () => {}
  const over = new Promise<void>((resolve) => (letGo = resolve))
  locks()
    ?.request(prefix + name, { mode: 'shared' }, () => over)
    .catch(() => undefined)
  return () => {
    letGo()
    busy.set((now) => now.filter((_, at) => at !== now.indexOf(name)))
  }
}

/** Whether this tab is at something that would be lost. */
export function isBusy(): boolean {
  return busy.get().length > 0
}

/** As many as a call may name (`clearSession` of session/contract.ts). */
const mostTabs = 20

/** What other tabs of this browser are at; nothing, where it cannot say. */
export async function busyElsewhere(): Promise<string[]> {
  const known = await locks()
    ?.query()
    .catch(() => undefined)
  const names = known?.held?.map(({ name = '' }) => name) ?? []
  const ours = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return [...new Set(ours)].filter((name) => !own.has(name)).slice(0, mostTabs)
}

/** Does it when this tab is at nothing and no action runs: at once, where that is so. */
export function whenNotBusy(then: () => void): void {
  afterLoading(() => {
    if (!isBusy()) return then()
    const stop = busy.subscribe(() => {
      if (isBusy()) return
      stop()
      setTimeout(() => whenNotBusy(then))
    })
  })
}

/** Only where the address is encrypted, and not in every browser. */
function locks(): LockManager | undefined {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined
}
