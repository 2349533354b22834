import { useEffect } from 'react'
import { createPersonalStore } from '#kit/web/state/personalStore.ts'
import { useStore } from '#kit/web/state/store.ts'
import { type BackOfficeLot, loadLots } from './backoffice.ts'

/** Kept from screen to screen; null until loaded. */
const knownLots = createPersonalStore<readonly BackOfficeLot[] | null>(null)

const mostNames = 2

/** Two names at most, 'e mais N'; until they are loaded, or after a failure, their number. Null means all lots. */
export function useLotsText(lots: readonly number[] | null): string {
  const known = useStore(knownLots)
  useEffect(() => {
    if (known || lots === null) return
    const stop = new AbortController()
    loadLots(stop.signal).then(
      (all) => !stop.signal.aborted && knownLots.set(all),
      () => undefined,
    )
    return () => stop.abort()
  }, [known, lots])
  if (lots === null) return 'todos os estacionamentos'
  const names = (known ?? []).flatMap(({ id, name }) => (lots.includes(id) ? [name] : []))
  if (names.length === 0) return lots.length === 1 ? '1 estacionamento' : `${lots.length} estacionamentos`
  return namesText(names)
}

function namesText(names: readonly string[]): string {
  const more = names.length - mostNames
  if (more > 0) return `${names.slice(0, mostNames).join(', ')} e mais ${more}`
  return names.join(' e ')
}
