import type { Door } from '#kit/web/call/door.ts'
import { currentCaptcha, humanState } from './human.ts'

export function prepareHuman(): void {
  if (humanState.get() !== 'needed' || currentCaptcha().kind !== 'altcha') return
  import('./proof.ts').then(({ workOut }) => workOut()).catch(() => undefined)
}

export const humanDoor: Door = {
  code: 'human_required',
  prepare: prepareHuman,
  pass: async (data) => (await import('./proof.ts')).proveHuman(data),
}

/** Null where no proof is due or could be made. */
export async function proofToSend(): Promise<string | null> {
  const { kind } = currentCaptcha()
  const state = humanState.get()
  if (kind === 'off' || state === 'off' || state === 'asking' || (kind === 'recaptcha' && state !== 'ready'))
    return null
  return import('./proof.ts').then(({ workOut, takeProof }) => workOut().then(takeProof)).catch(() => null)
}
