import { call } from '#kit/web/call/call.ts'
import { callTexts, isFileLost } from '#kit/web/failure.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { findRoute } from '#kit/web/route/routes.ts'
import { reportClientError } from '#session/clientErrorContract.ts'
import { readSettings } from '#site/web/settings.ts'

/** Shows an error of our own that nothing else caught, and reports its place. Throws a `CallFailure`. */
export async function reportError(event: ErrorEvent | PromiseRejectionEvent): Promise<void> {
  const place = placeOf('reason' in event ? event.reason : event.error)
  if (place === null) return
  notify(callTexts.page, 'danger', { action: { text: 'Recarregar', run: () => location.reload() } })
  const { name: screen } = findRoute(hashLocation.get())
  await call(reportClientError, { body: { screen, release: readSettings().buildVersion, place } })
}

/** Where in our files, as 'assets/calls-1a2b3c4.js:1:234'. Null for what another's script threw, and for a lost file. */
function placeOf(error: unknown): string | null {
  if (isFileLost(error)) return null
  const stack = error instanceof Error ? error.stack : undefined
  const text = error instanceof ErrorEvent ? `${error.filename}:${error.lineno}` : (stack ?? '')
  const [, file] = /\/((?:assets|src)\/[\w./-]+:[\d:]*\d)/.exec(text) ?? []
  return file?.slice(0, 100) ?? null
}
