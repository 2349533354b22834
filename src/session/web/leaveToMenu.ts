import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { go } from '#kit/web/route/routes.ts'
import { session } from './session.ts'
import { waitForSession } from './waitForSession.ts'

/** Goes to the menu, or logs a guest out. A failure becomes a notice. */
export async function leaveToMenu(before: () => void = () => undefined): Promise<void> {
  try {
    const { user } = session.get() ?? (await whileLoading(waitForSession()))
    before()
    go(user ? 'user.menu' : 'logout')
  } catch (failure) {
    notifyFailure(failure, 'warning')
  }
}
