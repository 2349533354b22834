import { solveChallengeWorkers } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'

/** Works a challenge out in background threads. Null when it takes over a minute and a half. */
export async function solve(challenge: Challenge): Promise<string | null> {
  const concurrency = Math.min(4, Math.max(1, navigator.hardwareConcurrency || 1))
  // Browsers work out keys only where the address is encrypted, or their own machine's: on a local network we do.
  const KeyWorker = isSecureContext ? Pbkdf2Worker : (await import('./plainWorker.ts?worker')).default
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency,
    createWorker: () => new KeyWorker(),
  })
  return solution === null ? null : btoa(JSON.stringify({ challenge, solution }))
}
