import { useIsInputSaved } from '../state/draft.ts'
import { createStore, useStore, whenValue } from '../state/store.ts'
import { loadingCount } from './loading.ts'

const online = createStore(true)

const pollMs = 3_000
let pollTimer: ReturnType<typeof setTimeout> | undefined

/** Polls while offline. */
export function reportOnline(reached: boolean): void {
  if (online.get() !== reached) online.set(reached)
  clearTimeout(pollTimer)
  if (!reached || ('onLine' in navigator && !navigator.onLine))
    pollTimer = setTimeout(() => void askAgain(), pollMs)
}

const isServerUnreachable = createStore(false)

export function reportServerUnreachable(inTrouble: boolean): void {
  isServerUnreachable.set(inTrouble)
}

export const retryingCallCount = createStore(0)

export const retryingText = 'Serviço ocupado no momento. A página tenta de novo sozinha.'

export function useConnectionNotice(): string | null {
  const inTrouble = useStore(isServerUnreachable, false)
  const waiting = useStore(retryingCallCount, 0) > 0
  const overlaid = useStore(loadingCount, 0) > 0
  const isKept = useIsInputSaved()
  if (!useOnline()) return withInputSaved('Sem conexão.', isKept)
  if (waiting && !overlaid) return retryingText
  return inTrouble ? withInputSaved('Sem conexão com o portal.', isKept) : null
}

/** Only a form's values are kept. */
function withInputSaved(text: string, isKept: boolean): string {
  return isKept && document.querySelector('form') ? `${text} O que você digitou está guardado.` : text
}

/** 'online' is not fired when only our server was unreachable. */
async function askAgain(): Promise<void> {
  reportOnline(
    await fetch('/healthz', { cache: 'no-store' }).then(
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

/** For `<Button missing=...>`. */
export function useOfflineReason(): string | undefined {
  return useOnline() ? undefined : 'Sem conexão com a internet. Assim que ela voltar, você pode continuar.'
}

export function watchConnection(): void {
  reportOnline(navigator.onLine)
  addEventListener('online', () => reportOnline(true))
  addEventListener('offline', () => reportOnline(false))
}
