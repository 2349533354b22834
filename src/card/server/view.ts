import { wireTimestamps } from '#staff/server/lists.ts'
import type { WireSavedCard } from '../contract.ts'
import type { StoredCard } from './store.ts'

export function wireSavedCard(card: StoredCard, timeZone: string): WireSavedCard {
  const { id, token, brand, last_digits, payment_type } = card
  return {
    id,
    ws_token: token,
    brand,
    card_last_digits: last_digits,
    payment_type,
    ...wireTimestamps(card, timeZone),
  }
}
