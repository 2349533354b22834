import { setBeforeWriteHook } from '#kit/web/call/call.ts'
import { sessionChange, unauthorizedCount } from '#kit/web/call/sessionSignals.ts'
import { afterLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { allowNavigation, hashLocation } from '#kit/web/route/location.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { checkEveryMs, isCheckDue, sessionTexts } from '../../sessionCheck.ts'
import { session } from '../session.ts'
import { clearGuestBeforeWrite } from '../guestClearing.ts'
import { checkRequests } from './checkRequests.ts'
import { SessionMonitor } from './SessionMonitor.ts'
import { onSessionChangeInOtherTab } from './sessionVersion.ts'

export function watchSession(isProtected: (location: string) => boolean): void {
  setBeforeWriteHook(clearGuestBeforeWrite)
  const watch = new SessionMonitor(isProtected)
  const check = () => watch.check()
  const isOpen = () => session.get() === null || isSignedIn()
  const guard = () => afterLoading(() => watch.isEnding || redirectGuest(isProtected))
  session.subscribe(guard)
  hashLocation.subscribe(guard)
  setInterval(() => isSignedIn() && void check(), checkEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isCheckDue(watch.checkedAt, Date.now())) void check()
  })
  onSessionChangeInOtherTab(() => void watch.checkAfterChange())
  checkRequests.subscribe(() => session.get() === null && void check())
  unauthorizedCount.subscribe(() => isOpen() && void check())
  sessionChange.subscribe(() => watch.onUserChanged(sessionChange.get()?.user))
  addEventListener('online', () => session.get() === null && void check())
  void check()
}

function isSignedIn(): boolean {
  const known = session.get()
  return known !== null && known.user !== null
}

function redirectGuest(isProtected: (location: string) => boolean): void {
  const known = session.get()
  if (known === null || known.user) return
  if (!isProtected(hashLocation.get())) return
  allowNavigation()
  replaceWith('welcome')
  notify(sessionTexts.nobody, 'warning')
}
