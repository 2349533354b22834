import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import type { BodyOf } from '#kit/endpoint.ts'
import { mergeGuest } from '#session/server/guest.ts'
import type { Session } from '#session/session.ts'
import type { setAccount as contract } from '../../contract.ts'

/** Keeps the payer's personal data in the session. Nobody has an account yet, so nothing is ever taken. */
export async function setAccount(
  deps: { db: Db; clock: Clock },
  session: Session,
  { name, email, phone, cpfcnpj }: BodyOf<typeof contract>,
): Promise<{ existsEmail: boolean; existsCpfCnpj: boolean }> {
  await mergeGuest(deps.db, session, { account: { name, email, phone, cpfcnpj } }, deps.clock)
  return { existsEmail: false, existsCpfCnpj: false }
}
