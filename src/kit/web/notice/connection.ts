import { useIsInputSaved } from '../state/draft.ts'
import { createStore, useStore, whenValue } from '../state/store.ts'
import { fetchBriefly } from '../time/serverClock.ts'
import { loadingCount } from './loading.ts'

export const online = createStore(true)

const pollMs = 3_000
let pollTimer: ReturnType<typeof setTimeout> | undefined

/** Records whether the last request got an answer, and polls the server while it did not. */
export function reportOnline(reached: boolean): void {
  if (online.get() !== reached) online.set(reached)
  clearTimeout(pollTimer)
  if (!reached || ('onLine' in navigator && !navigator.onLine))
    pollTimer = setTimeout(() => void pollServer(), pollMs)
}

const isServerUnreachable = createStore(false)

export function reportServerUnreachable(isUnreachable: boolean): void {
  isServerUnreachable.set(isUnreachable)
}

export const retryingCallCount = createStore(0)

export const retryingText = 'Serviço ocupado no momento. A página tenta de novo sozinha.'

export function useConnectionNotice(): string | null {
  const isUnreachable = useStore(isServerUnreachable, false)
  const isRetrying = useStore(retryingCallCount, 0) > 0
  const overlaid = useStore(loadingCount, 0) > 0
  const isSaved = useIsInputSaved()
  if (!useOnline()) return withInputSaved('Sem conexão.', isSaved)
  if (isRetrying && !overlaid) return retryingText
  return isUnreachable ? withInputSaved('Sem conexão com o portal.', isSaved) : null
}

function withInputSaved(text: string, isSaved: boolean): string {
  return isSaved && document.querySelector('form:not([data-lost])')
    ? `${text} O que você digitou está guardado.`
    : text
}

/** The browser's 'online' event does not fire when only our server was unreachable. */
export async function pollServer(): Promise<void> {
  reportOnline(
    await fetchBriefly('/healthz').then(
      () => true,
      () => false,
    ),
  )
}

export function whenOnline(then: () => void): void {
  whenValue(online, (isOnline) => isOnline, then)
}

export function useOnline(): boolean {
  return useStore(online, true)
}

export function watchConnection(): void {
  reportOnline(navigator.onLine)
  addEventListener('online', () => reportOnline(true))
  addEventListener('offline', () => reportOnline(false))
}
