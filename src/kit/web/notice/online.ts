import { createStore, useStore } from '../state/store.ts'

const online = createStore(true)

/** A call reached the server, or did not. `call` reports it. */
export function reportOnline(reached: boolean): void {
  if (online.get() !== reached) online.set(reached)
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
