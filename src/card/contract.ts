import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, text } from '#kit/fields.ts'

/** Without number, expiry and the acquirer's token. */
export const savedCard = z.object({
  id: z.number(),
  ws_token: z.string(),
  brand: z.string(),
  card_last_digits: z.string(),
  payment_type: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type WireSavedCard = z.output<typeof savedCard>

const params = z.object({ token: text().check(z.minLength(1), z.maxLength(64)) })

export const listSavedCards = endpoint('GET', '/api/me/pm_person_paymethod', 'customer', {
  summary: 'The own saved cards, newest first, paged.',
  query: listQuery,
  reply: page(savedCard),
})

export const editSavedCard = endpoint('GET', '/api/me/pm_person_paymethod/:token/edit', 'customer', {
  summary: 'One own saved card.',
  params,
  reply: edited(savedCard),
})

export const removeSavedCard = endpoint('DELETE', '/api/me/pm_person_paymethod/:token', 'customer', {
  summary: 'Deletes a saved card, here at once and at the acquirer by a job.',
  params,
  reply: data(z.object({ deleted: z.boolean() })),
  errors: { card_reserved: 409 },
})
