import { useTypedKept } from '../state/draft.ts'
import { createStore, useStore } from '../state/store.ts'
import { loadingCount } from './loading.ts'

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

/** How many calls a busy server has turned away that are sent again when it said (`call/patience.ts`). */
export const waitingForTurn = createStore(0)

/** Why an answer takes longer: on the overlay where one stands, else on the banner. */
export const turnText = 'Serviço ocupado no momento. A página tenta de novo sozinha.'

/** What the banner says, or null: no connection, a busy server, or a portal in trouble. Who has left reads nothing of what they typed. */
export function useConnectionNews(): string | null {
  const inTrouble = useStore(trouble, false)
  const waiting = useStore(waitingForTurn, 0) > 0
  const overlaid = useStore(loadingCount, 0) > 0
  const kept = useTypedKept() ? ' O que você digitou está guardado.' : ''
  if (!useOnline()) return `Sem conexão.${kept}`
  if (waiting && !overlaid) return turnText
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
