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
