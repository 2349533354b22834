import type { Db } from '#db/schema.ts'
import { type Clock, hourMs, minuteMs, addMs } from '#kit/clock.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { guestHours, hardProofMinutes, humanProofMinutes, type Session } from '../../session.ts'
import type { HumanCheck } from '../humanCheck.ts'
import { recordProof, upsertSession, consumeChallenge } from '../store.ts'

type Deps = { db: Db; clock: Clock; human: HumanCheck }

/** The session counts as human for 30 minutes; a proof of grade 2 allows one further try (docs/spec.md#r20). */
export async function acceptHumanProof(deps: Deps, session: Session, code: string): Promise<boolean> {
  if (deps.human.provider === 'off') return true
  const proof = await deps.human.verify(code)
  if (!proof) return false
  const now = deps.clock.now()
  return transaction(deps.db, async (db) => {
    if (!(await consumeChallenge(db, proof.fingerprint, proof.expiresAt))) return false
    await upsertSession(db, session.hash, now, addMs(now, guestHours * hourMs))
    await recordProof(db, session.hash, {
      human_until_at: addMs(now, humanProofMinutes * minuteMs),
      ...(proof.grade === 2 && { hard_proof_until_at: addMs(now, hardProofMinutes * minuteMs) }),
    })
    return true
  })
}
