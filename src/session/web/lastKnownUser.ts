import { readStored, removeStored, writeStored } from '#kit/web/state/webStorage.ts'
import { session, type WebSession } from './session.ts'
import { waitForSession } from './waitForSession.ts'

const key = 'guiche.person'

/** Known after a reload before the first answer: 0 for a guest, undefined where nobody was known. */
export function lastKnownUserId(): number | undefined {
  const known = session.get()
  if (known !== null) return idOf(known)
  const stored = readStored('sessionStorage', key)
  return typeof stored === 'number' ? stored : undefined
}

export async function waitForUserId(): Promise<number> {
  return lastKnownUserId() ?? idOf(await waitForSession())
}

export function persistUserId(): void {
  session.subscribe(() => {
    const known = session.get()
    if (known !== null) writeStored('sessionStorage', key, idOf(known))
  })
}

export function forgetSessionUser(): void {
  session.set(null)
  removeStored('sessionStorage', key)
}

function idOf({ user }: WebSession): number {
  return user?.id ?? 0
}
