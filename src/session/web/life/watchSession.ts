import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { refusedAsGuest } from '#kit/web/call/guest.ts'
import { expectHumanCheck } from '../human/human.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { clearCustomer } from '#counter/web/customer.ts'
import { forgetOwn } from '#kit/web/state/own.ts'
import { readSession } from '../../contract.ts'
import { checkEveryMs, isStale, judge, leaveAfterMs, lifeTexts } from '../../life.ts'
import type { Heard } from '../../life.ts'
import { keepSession } from '../loadSession.ts'
import { session } from '../session.ts'
import type { WebSession } from '../session.ts'
import { currentTurn, onAnnounced } from './tabs.ts'

type Answer = { heard: Heard; session: WebSession | null; ended: boolean }

let checkedAt = 0
let leaving = false

/** Loads the session, keeps an eye on it as long as the page lives, and keeps guests off the protected screens. */
export function watchSession(isProtected: (location: string) => boolean): void {
  const guard = () => keepGuestsOff(isProtected)
  session.subscribe(guard)
  hashLocation.subscribe(guard)
  setInterval(() => isSignedIn() && void check(), checkEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isStale(checkedAt, Date.now())) void check()
  })
  onAnnounced(() => void check())
  refusedAsGuest.subscribe(() => (session.get() === null || isSignedIn()) && void check())
  addEventListener('online', () => session.get() === null && void check())
  void check()
}

function isSignedIn(): boolean {
  const known = session.get()
  return known !== null && known.user !== null
}

/** Asks who is there and acts on it. An answer that was overtaken by a login or logout of this page is dropped. */
async function check(): Promise<void> {
  if (leaving) return
  checkedAt = Date.now()
  const before = session.get()
  const turn = currentTurn()
  const answer = await ask()
  if (session.get() !== before || turn !== currentTurn() || leaving) return
  const verdict = answer.ended ? 'expired' : judge(before?.user?.id ?? null, answer.heard)
  if (verdict === 'expired') return leave(lifeTexts.expired)
  if (verdict === 'other') return leave(lifeTexts.other)
  if (verdict === 'gone') notify('Você saiu da sua conta.', 'info')
  if (answer.session) keepSession(answer.session)
  // Whoever cannot ask who is there has not been proven human either.
  else if (before === null) expectHumanCheck(true)
}

async function ask(): Promise<Answer> {
  try {
    const answer = await call(readSession)
    return { heard: { kind: 'user', id: answer.user?.id ?? null }, session: answer, ended: false }
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    const answered = failure.status !== 0 && failure.code !== 'undefined_response'
    return {
      heard: { kind: answered ? 'refused' : 'nothing' },
      session: null,
      // The cookie names a login that has ended, also where this page had not yet heard of it.
      ended: failure.status === 400,
    }
  }
}

/** Says why, and loads the site's root: nothing of the person before stays on the page. */
function leave(text: string): void {
  leaving = true
  notify(text, 'warning')
  setTimeout(() => {
    clearCustomer()
    forgetOwn()
    location.replace('/')
  }, leaveAfterMs)
}

function keepGuestsOff(isProtected: (location: string) => boolean): void {
  const known = session.get()
  if (known === null || known.user || leaving) return
  if (!isProtected(hashLocation.get())) return
  replaceWith('welcome')
  notify(lifeTexts.nobody, 'warning')
}
