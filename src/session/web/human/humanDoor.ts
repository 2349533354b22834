import type { Door } from '#kit/web/call/door.ts'
import { currentCaptcha, humanState } from './human.ts'

/** Starts the work early, at the first touch of a form. Quiet: a failure shows when the call needs it. */
export function prepareHuman(): void {
  if (humanState.get() !== 'needed' || currentCaptcha().kind !== 'altcha') return
  import('./proof.ts').then(({ workOut }) => workOut()).catch(() => undefined)
}

/** What kit's calls and forms know of the check. */
export const humanDoor: Door = {
  code: 'human_required',
  prepare: prepareHuman,
  pass: async (data) => (await import('./proof.ts')).proveHuman(data),
}

/**
 * The proof that a call is known to need, worked out where it is not yet, to travel with the call. Null where none is due,
 * it is not known whether one is, or it could not be worked out: then the call is refused and repeated as any other.
 */
export async function proofToSend(): Promise<string | null> {
  const { kind } = currentCaptcha()
  const state = humanState.get()
  if (kind === 'off' || state === 'off' || state === 'asking' || (kind === 'recaptcha' && state !== 'ready'))
    return null
  return import('./proof.ts').then(({ workOut, takeProof }) => workOut().then(takeProof)).catch(() => null)
}
