import { currentCaptcha, humanState } from './humanState.ts'

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
