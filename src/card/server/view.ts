import { isoIn } from '#kit/clock.ts'
import type { WireSavedCard } from '../contract.ts'
import type { StoredCard } from './store.ts'

const zone = 'America/Sao_Paulo'

export function wireSavedCard(card: StoredCard): WireSavedCard {
  return {
    id: card.id,
    ws_token: card.token,
    brand: card.brand,
    card_last_digits: card.last_digits,
    payment_type: card.payment_type,
    created_at: isoIn(zone, card.created_at),
    updated_at: isoIn(zone, card.updated_at),
  }
}
