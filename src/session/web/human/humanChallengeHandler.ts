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
