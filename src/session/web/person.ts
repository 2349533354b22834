import { session, type WebSession } from './session.ts'
import { waitForSession } from './waitForSession.ts'

const key = 'guiche.person'

/** Also before a reload's first answer: 0 for a guest, undefined where it has known nobody. */
export function believedPerson(): number | undefined {
  const known = session.get()
  if (known !== null) return idOf(known)
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : Number(stored)
  } catch {
    return undefined
  }
}

/** docs/spec.md#r26. Throws `CallFailure`. */
export async function waitForPerson(): Promise<number> {
  return believedPerson() ?? idOf(await waitForSession())
}

export function rememberPersons(): void {
  session.subscribe(() => {
    const known = session.get()
    if (known === null) return
    try {
      sessionStorage.setItem(key, String(idOf(known)))
    } catch {
      return
    }
  })
}

export function forgetPerson(): void {
  session.set(null)
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

function idOf({ user }: WebSession): number {
  return user?.id ?? 0
}
