import { createPersonalStore } from '#kit/web/state/personal.ts'
import type { WireSavedCard } from '../contract.ts'

const latest = createPersonalStore<WireSavedCard | null>(null)

/** The card that was just chosen from the list: the screen that follows need not ask for it. */
export function keepCard(card: WireSavedCard): void {
  latest.set(card)
}

/** The card that the screen before has shown, once. Nothing after a reload. */
export function takeLatestCard(token: string): WireSavedCard | null {
  const taken = latest.get()
  latest.set(null)
  return taken?.ws_token === token ? taken : null
}
