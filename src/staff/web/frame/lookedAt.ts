import { useEffect } from 'react'
import { createPersonalStore } from '#kit/web/state/personalStore.ts'
import { hashLocation } from '#kit/web/route/location.ts'

export type LookedAt = { readonly title: string; readonly to: string }

const mostLookedAt = 5

/** What this person looked at in this tab, the latest first. */
export const lookedAt = createPersonalStore<readonly LookedAt[]>([])

/** Stands on a record's screen. */
export function RecordLookedAt({ title }: { title: string }): null {
  useEffect(() => {
    const [to = ''] = hashLocation.get().split('?')
    lookedAt.set((things) =>
      [{ title, to }, ...things.filter((thing) => thing.to !== to)].slice(0, mostLookedAt),
    )
  }, [title])
  return null
}
