import { toPageFailure } from '#kit/web/failure.ts'
import { checkRequests, checkFailure } from '#session/web/sessionCheck/checkRequests.ts'
import type * as Deferred from './deferred.ts'

/** Loads the deferred work, and after a failure again when a session check is requested. */
export function loadDeferredWork(): void {
  let isHere = false
  const load = () =>
    // Newer Chromium keeps the failure of a file's address until the page is reloaded; its message names the address.
    import('./deferred.ts')
      .catch(
        ({ message }: Error): Promise<typeof Deferred> =>
          import(/* @vite-ignore */ `${String(/\S+\.js/.exec(message))}?${performance.now()}`),
      )
      .then(
        ({ startDeferredWork }) => {
          if (isHere) return
          isHere = true
          stop()
          startDeferredWork()
        },
        (cause: unknown) => void toPageFailure(cause).then(checkFailure.set),
      )
  const stop = checkRequests.subscribe(() => void load())
  void load()
}
