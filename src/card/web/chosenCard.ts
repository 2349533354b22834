import { createShortLivedStore } from '#kit/web/state/shortLivedStore.ts'
import type { WireSavedCard } from '../contract.ts'

const freshMs = 60_000

export const chosenCard = createShortLivedStore<WireSavedCard>(({ ws_token }) => ws_token, freshMs)
