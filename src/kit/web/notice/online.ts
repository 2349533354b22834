import { useTypedKept } from '../state/draft.ts'
import { createStore, useStore, whenValue } from '../state/store.ts'
import { loadingCount } from './loading.ts'

const online = createStore(true)

const askAgainMs = 3_000
let asking: ReturnType<typeof setTimeout> | undefined

/** Polls while offline. */
export function reportOnline(reached: boolean): void {
  if (online.get() !== reached) online.set(reached)
  clearTimeout(asking)
  if (!reached || ('onLine' in navigator && !navigator.onLine))
    asking = setTimeout(() => void askAgain(), askAgainMs)
}

const trouble = createStore(false)

export function reportTrouble(inTrouble: boolean): void {
  trouble.set(inTrouble)
}

export const retryingCalls = createStore(0)

export const busyText = 'Serviço ocupado no momento. A página tenta de novo sozinha.'

export function useConnectionNews(): string | null {
  const inTrouble = useStore(trouble, false)
  const waiting = useStore(retryingCalls, 0) > 0
  const overlaid = useStore(loadingCount, 0) > 0
  const isKept = useTypedKept()
  if (!useOnline()) return withKept('Sem conexão.', isKept)
  if (waiting && !overlaid) return busyText
  return inTrouble ? withKept('Sem conexão com o portal.', isKept) : null
}

/** Only a form's values are kept. */
function withKept(text: string, isKept: boolean): string {
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
