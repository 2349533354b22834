import { createHandOver } from '#kit/web/state/handOver.ts'
import type { WireSavedCard } from '../contract.ts'

const freshMs = 60_000

/** Hands the chosen card to the next screen, so that it need not load it. */
export const latestCard = createHandOver<WireSavedCard>(({ ws_token }) => ws_token, freshMs)
