import type { Db } from '#db/schema.ts'
import { type Clock, hourMs, minuteMs, plus } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { guestHours, humanMinutes, type Session } from '../../session.ts'
import type { HumanCheck } from '../human.ts'
import { keepSession, setHumanUntil, useChallenge } from '../store.ts'

/**
 * Marks the session human for 30 minutes when `code` proves the work. A code is good once.
 * Throws `human_invalid` when it is wrong, expired or already used.
 */
export async function checkHuman(
  deps: { db: Db; clock: Clock; human: HumanCheck },
  session: Session,
  code: string,
): Promise<{ is_human: boolean }> {
  if (deps.human.provider === 'off') return { is_human: true }
  const proof = await deps.human.verify(code)
  if (!proof) throw fail('human_invalid')
  const now = deps.clock.now()
  await transaction(deps.db, async (db) => {
    if (!(await useChallenge(db, proof.fingerprint, proof.expiresAt))) throw fail('human_invalid')
    await keepSession(db, session.hash, now, plus(now, guestHours * hourMs))
    await setHumanUntil(db, session.hash, plus(now, humanMinutes * minuteMs))
  })
  return { is_human: true }
}
