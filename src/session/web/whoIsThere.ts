import { loadSession } from './loadSession.ts'
import { session } from './session.ts'
import type { WebSession } from './session.ts'

/** Who is there, asked for when that is not known yet; null when nobody can say, which is treated as a guest. */
export async function whoIsThere(): Promise<WebSession | null> {
  return session.get() ?? loadSession().catch(() => null)
}
