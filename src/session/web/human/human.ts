import { createStore, useStore } from '#kit/web/state/store.ts'

/**
 * `off`: not asked for, or already proven. `asking`: not known yet whether this session is proven. `ready`: worked
 * out, not yet handed in.
 */
export type HumanState = 'off' | 'asking' | 'needed' | 'working' | 'ready' | 'failed'

/** Which check the operator set, and reCAPTCHA's public key. */
export type Captcha = { kind: 'altcha' | 'recaptcha' | 'off'; siteKey: string | null }

/** Where the security check stands. `proof.ts` moves it on. */
export const humanState = createStore<HumanState>('off')

let captcha: Captcha = { kind: 'off', siteKey: null }

/** Called once at start, with the page's settings. */
export function setCaptcha(set: Captcha): void {
  captcha = set
  if (set.kind !== 'off') humanState.set('asking')
}

/** The check that the operator set. */
export function currentCaptcha(): Captcha {
  return captcha
}

/** The session is still unproven, or proven. */
export function expectHumanCheck(needed: boolean): void {
  if (!needed || captcha.kind === 'off') humanState.set('off')
  else if (['off', 'asking'].includes(humanState.get())) humanState.set('needed')
}

/** Where the check stands, for the line beside a form's button. */
export function useHumanState(): HumanState {
  return useStore(humanState, 'off')
}
