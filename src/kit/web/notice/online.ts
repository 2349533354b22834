import { useTypedKept } from '../state/draft.ts'
import { createStore, useStore } from '../state/store.ts'

const online = createStore(true)

const askAgainMs = 3_000
let asking: ReturnType<typeof setTimeout> | undefined

/**
 * A call reached the server, or did not. `call` reports it. Without a connection it asks again by itself; also where the
 * browser says that there is none, for what was answered may have been asked before.
 */
export function reportOnline(reached: boolean): void {
  if (online.get() !== reached) online.set(reached)
  clearTimeout(asking)
  if (!reached || ('onLine' in navigator && !navigator.onLine))
    asking = setTimeout(() => void askAgain(), askAgainMs)
}

const trouble = createStore(false)

/** The portal answers, but could not say who is there; or it does again. Nothing waits for that but the banner. */
export function reportTrouble(inTrouble: boolean): void {
  trouble.set(inTrouble)
}

/** What the banner says, or null: no connection, or a portal in trouble. Who has left reads nothing of what they typed. */
export function useConnectionNews(): string | null {
  const inTrouble = useStore(trouble, false)
  const kept = useTypedKept() ? ' O que você digitou está guardado.' : ''
  if (!useOnline()) return `Sem conexão.${kept}`
  return inTrouble ? `Sem conexão com o portal.${kept}` : null
}

/** The browser's own 'online' event is silent when only our server was out of reach. */
async function askAgain(): Promise<void> {
  reportOnline(await fetch('/healthz', { cache: 'no-store' }).then(answered, unanswered))
}

const answered = () => true
const unanswered = () => false

/** Does it once the connection is back; at once where it is there. */
export function whenOnline(then: () => void): void {
  if (online.get()) return then()
  const stop = online.subscribe(() => {
    stop()
    then()
  })
}

/** False while there is no connection: the banner shows, PAGAR waits. */
export function useOnline(): boolean {
  return useStore(online, true)
}

/** Why an action must wait, or undefined: `<Button missing={useOfflineReason()}>PAGAR</Button>`. */
export function useOfflineReason(): string | undefined {
  return useOnline() ? undefined : 'Sem conexão com a internet. Assim que ela voltar, você pode continuar.'
}

/** Listens to the browser. Called once at start. */
export function watchConnection(): void {
  reportOnline(navigator.onLine)
  addEventListener('online', () => reportOnline(true))
  addEventListener('offline', () => reportOnline(false))
}
