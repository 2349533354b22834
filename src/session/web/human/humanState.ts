import { createStore, useStore } from '#kit/web/state/store.ts'

/** `asking`: the session is not loaded yet. `ready`: solved, not sent. */
export type HumanState = 'off' | 'asking' | 'needed' | 'working' | 'ready' | 'failed'

type Captcha = { kind: 'altcha' | 'recaptcha' | 'off'; siteKey: string | null }

export const humanState = createStore<HumanState>('off')

let captcha: Captcha = { kind: 'off', siteKey: null }

export function setCaptcha(set: Captcha): void {
  captcha = set
  if (set.kind !== 'off') humanState.set('asking')
}

export function currentCaptcha(): Captcha {
  return captcha
}

export function setHumanCheckNeeded(needed: boolean): void {
  if (!needed || captcha.kind === 'off') humanState.set('off')
  else if (['off', 'asking'].includes(humanState.get())) humanState.set('needed')
}

export function useHumanState(): HumanState {
  return useStore(humanState, 'off')
}
