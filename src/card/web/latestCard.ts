import { createHandOver } from '#kit/web/state/handOver.ts'
import type { WireSavedCard } from '../contract.ts'

const freshMs = 60_000

export const latestCard = createHandOver<WireSavedCard>(({ ws_token }) => ws_token, freshMs)
