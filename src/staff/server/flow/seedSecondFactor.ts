import { seal } from '#kit/server/seal.ts'
import { secretOwner, type StaffDeps } from '../deps.ts'
import { saveUnconfirmedSecret, secondFactorOf, consumeStep } from '../store.ts'

/** For the demo; an existing secret stays. */
export async function seedSecondFactor(
  deps: Pick<StaffDeps, 'db' | 'clock' | 'cardKeys'>,
  userId: number,
  secret: string,
): Promise<void> {
  if (await secondFactorOf(deps.db, userId)) return
  const now = deps.clock.now()
  await saveUnconfirmedSecret(deps.db, userId, seal(deps.cardKeys, secretOwner(userId), secret), now)
  await consumeStep(deps.db, userId, 1, now)
}
