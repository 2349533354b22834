import { createHandOver } from '#kit/web/state/handOver.ts'
import type { WireSavedCard } from '../contract.ts'

/** A list is no news after this long. */
const freshMs = 60_000

/** The card that was just chosen from the list: the screen that follows need not ask for it. */
export const latestCard = createHandOver<WireSavedCard>(({ ws_token }) => ws_token, freshMs)
