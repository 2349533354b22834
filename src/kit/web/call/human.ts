import { createStore, useStore } from '../state/store.ts'

/** `off`: not asked for, or already proven. `ready`: worked out, not yet handed in. */
export type HumanState = 'off' | 'needed' | 'working' | 'ready' | 'failed'

/** Where the security check stands. `proof.ts` moves it on. */
export const humanState = createStore<HumanState>('off')

/** The app says whether the captcha setting is on and this session still unproven. */
export function expectHumanCheck(needed: boolean): void {
  if (needed && humanState.get() === 'off') humanState.set('needed')
  if (!needed) humanState.set('off')
}

/** Where the check stands, for the line beside a form's button. */
export function useHumanState(): HumanState {
  return useStore(humanState, 'off')
}

/** Starts the work early, at the first touch of a form. Quiet: a failure shows when the call needs it. */
export function prepareHuman(): void {
  if (humanState.get() !== 'needed') return
  import('./proof.ts').then(({ workOut }) => workOut()).catch(() => undefined)
}
