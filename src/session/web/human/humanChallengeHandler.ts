import type { ChallengeHandler } from '#kit/web/call/challengeHandler.ts'
import { currentCaptcha, humanState } from './humanState.ts'

export function prepareHumanProof(): void {
  if (humanState.get() !== 'needed' || currentCaptcha().kind !== 'altcha') return
  import('./humanProof.ts').then(({ obtainProof }) => obtainProof()).catch(() => undefined)
}

export const humanChallengeHandler: ChallengeHandler = {
  code: 'human_required',
  prepare: prepareHumanProof,
  solve: async (data) => (await import('./humanProof.ts')).proveHuman(data),
}

/** Returns null where no proof is due or could be made. */
export async function takeProofIfDue(): Promise<string | null> {
  const { kind } = currentCaptcha()
  const state = humanState.get()
  if (kind === 'off' || state === 'off' || state === 'asking' || (kind === 'recaptcha' && state !== 'ready'))
    return null
  return import('./humanProof.ts')
    .then(({ obtainProof, takeProof }) => obtainProof().then(takeProof))
    .catch(() => null)
}
