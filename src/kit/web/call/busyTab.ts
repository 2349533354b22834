import { afterLoading } from '../notice/loading.ts'
import { createStore, whenValue } from '../state/store.ts'

const lockPrefix = 'guiche.busy.'
const openWorks = createStore<readonly string[]>([])
/** The browser may list a lock shortly after its release. */
const ownLockNames = new Set<string>()

/** Marks work that a reload would lose; other tabs see it as a Web Lock. The answer ends it. */
export function markTabBusy(work: string): () => void {
  ownLockNames.add(work)
  openWorks.set((open) => [...open, work])
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  lockManager()
    ?.request(lockPrefix + work, { mode: 'shared' }, () => released)
    .catch(() => undefined)
  return () => {
    release()
    openWorks.set((open) => open.filter((_, index) => index !== open.indexOf(work)))
  }
}

export function isTabBusy(): boolean {
  return openWorks.get().length > 0
}

/** The limit of `clearSession` (session/contract.ts). */
const maxWorks = 20

export async function listWorkInOtherTabs(): Promise<string[]> {
  const known = await lockManager()
    ?.query()
    .catch(() => undefined)
  const names = known?.held?.map(({ name = '' }) => name) ?? []
  const ours = names
    .filter((name) => name.startsWith(lockPrefix))
    .map((name) => name.slice(lockPrefix.length))
  return [...new Set(ours)].filter((name) => !ownLockNames.has(name)).slice(0, maxWorks)
}

export function whenTabIdle(then: () => void): void {
  afterLoading(() => {
    if (!isTabBusy()) return then()
    whenValue(
      openWorks,
      (names) => names.length === 0,
      () => whenTabIdle(then),
    )
  })
}

function lockManager(): LockManager | undefined {
  return typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined
}
