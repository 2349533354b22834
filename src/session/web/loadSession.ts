import { call } from '#kit/web/call/call.ts'
import { readSession } from '../contract.ts'
import { session } from './session.ts'
import type { WebSession } from './session.ts'

/** Asks the server who is there. Throws a `CallFailure` when it cannot say. */
export async function loadSession(): Promise<WebSession> {
  const answer = await call(readSession)
  session.set(answer)
  return answer
}
