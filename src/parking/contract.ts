import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'

/** From 0 to the total (docs/spec.md#fields). */
export const lotStats = z.object({
  id: z.number(),
  name: z.string(),
  total: z.number(),
  free_total: z.number(),
  total_normal: z.number(),
  free_normal: z.number(),
  total_pregnant: z.number(),
  free_pregnant: z.number(),
  total_disabilities: z.number(),
  free_disabilities: z.number(),
  total_reserves: z.number(),
  free_reserves: z.number(),
  total_elderly: z.optional(z.number()),
  free_elderly: z.optional(z.number()),
  time_zone: z.optional(z.string()),
  updated_at: z.nullable(z.string()),
})
export type WireLotStats = z.output<typeof lotStats>

export const parkingStats = endpoint('GET', '/api/parking/stats', 'anyone', {
  summary: 'Free spaces per lot.',
  reply: data(z.array(lotStats)),
})
