import { afterLoading } from '../notice/loading.ts'
import { createStore, whenValue } from '../state/store.ts'

const prefix = 'guiche.busy.'
const busy = createStore<readonly string[]>([])
/** The browser may list a lock shortly after its release. */
const own = new Set<string>()

/** A reload would lose this tab's work; other tabs see a Web Lock. */
export function markBusy(name: string): () => void {
  own.add(name)
  busy.set((now) => [...now, name])
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  locks()
    ?.request(prefix + name, { mode: 'shared' }, () => released)
    .catch(() => undefined)
  return () => {
    release()
    busy.set((now) => now.filter((_, at) => at !== now.indexOf(name)))
  }
}

export function isBusy(): boolean {
  return busy.get().length > 0
}

/** The limit of `clearSession` (session/contract.ts). */
const mostTabs = 20

export async function busyInOtherTabs(): Promise<string[]> {
  const known = await locks()
    ?.query()
    .catch(() => undefined)
  const names = known?.held?.map(({ name = '' }) => name) ?? []
  const ours = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return [...new Set(ours)].filter((name) => !own.has(name)).slice(0, mostTabs)
}

export function whenNotBusy(then: () => void): void {
  afterLoading(() => {
    if (!isBusy()) return then()
    whenValue(
      busy,
      (names) => names.length === 0,
      () => whenNotBusy(then),
    )
  })
}

function locks(): LockManager | undefined {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined
}
