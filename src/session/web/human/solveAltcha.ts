import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'

/** Null after a minute and a half. */
export async function solveAltcha(challenge: Challenge): Promise<string | null> {
  const concurrency = Math.min(4, Math.max(1, navigator.hardwareConcurrency || 1))
  // `crypto.subtle` needs an encrypted address.
  const KeyWorker = isSecureContext
    ? Pbkdf2Worker
    : (await import('./insecureContextWorker.ts?worker')).default
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency,
    createWorker: () => new KeyWorker(),
  })
  return solution === null ? null : btoa(JSON.stringify({ challenge, solution }))
}
