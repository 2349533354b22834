import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { int4RowId } from '#kit/fields.ts'
import { day, queryFilter } from '#staff/fields.ts'

export const occupancyUnits = ['hour', 'day', 'weekday_hour'] as const
export type OccupancyUnit = (typeof occupancyUnits)[number]

export const maxOccupancyDays: Readonly<Record<OccupancyUnit, number>> = {
  hour: 62,
  day: 732,
  weekday_hour: 732,
}

const occupancyRow = z.object({
  lot_id: z.number(),
  lot: z.string(),
  /** In the lot's zone: 'hour' an instant, 'day' 'YYYY-MM-DD', 'weekday_hour' '1T14' with Monday as 1. */
  period: z.string(),
  taken_start: z.number(),
  taken_max: z.number(),
  /** Weighted by time, one decimal; of more hours the mean of their means. */
  taken_mean: z.number(),
  /** Null in a lot that only sensors count. */
  entered: z.nullable(z.number()),
  left: z.nullable(z.number()),
  spaces: z.number(),
  hours: z.number(),
})
export type OccupancyRow = z.output<typeof occupancyRow>

/** An hour without a sample has no row. */
export const readOccupancy = endpoint('GET', '/api/staff/occupancy', 'supervisor', {
  levelText: ['Painel', 'Ver a ocupação'],
  summary: 'Taken spaces, entrances and exits of each lot by hour, day, or weekday and hour, for two years.',
  query: z.object({
    lot_id: queryFilter(int4RowId),
    from: queryFilter(day),
    until: queryFilter(day),
    by: z._default(z.enum(occupancyUnits), 'hour'),
  }),
  reply: data(z.object({ rows: z.array(occupancyRow) })),
})
