import { session, type WebSession } from './session.ts'
import { waitForSession } from './waitForSession.ts'

const key = 'guiche.person'

/** Whom this tab believes in, also before a reload's first answer: 0 for a guest, undefined where it has known nobody. */
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

/** For `person` of a call (docs/spec.md#r26). Throws `CallFailure`. */
export async function waitForPerson(): Promise<number> {
  return believedPerson() ?? idOf(await waitForSession())
}

/** Stores the person of each answer for a reload. */
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

/** The next answer is compared with nobody. */
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
