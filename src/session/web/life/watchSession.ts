import { runBeforeWrites } from '#kit/web/call/call.ts'
import { changedUser, unauthorizedCount } from '#kit/web/call/guest.ts'
import { afterLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { checkEveryMs, isStale, lifeTexts } from '../../life.ts'
import { session } from '../session.ts'
import { clearGuestBefore } from '../guestClearing.ts'
import { checkRequests } from './checkRequests.ts'
import { LoginWatch } from './LoginWatch.ts'
import { onAnnounced } from './tabs.ts'

export function watchSession(isProtected: (location: string) => boolean): void {
  runBeforeWrites(clearGuestBefore)
  const watch = new LoginWatch(isProtected)
  const check = () => watch.check()
  const isOpen = () => session.get() === null || isSignedIn()
  const guard = () => afterLoading(() => watch.isEnding || keepGuestsOff(isProtected))
  session.subscribe(guard)
  hashLocation.subscribe(guard)
  setInterval(() => isSignedIn() && void check(), checkEveryMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isStale(watch.checkedAt, Date.now())) void check()
  })
  onAnnounced(() => void check())
  checkRequests.subscribe(() => session.get() === null && void check())
  unauthorizedCount.subscribe(() => isOpen() && void check())
  changedUser.subscribe(() => watch.changed(changedUser.get()?.user))
  addEventListener('online', () => session.get() === null && void check())
  void check()
}

function isSignedIn(): boolean {
  const known = session.get()
  return known !== null && known.user !== null
}

function keepGuestsOff(isProtected: (location: string) => boolean): void {
  const known = session.get()
  if (known === null || known.user) return
  if (!isProtected(hashLocation.get())) return
  replaceWith('welcome')
  notify(lifeTexts.nobody, 'warning')
}
