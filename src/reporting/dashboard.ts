import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { int4RowId } from '#kit/fields.ts'
import { day, queryFilter } from '#staff/fields.ts'

const sums = {
  /** Reais, before refunds. */
  captured: z.number(),
  pix: z.number(),
  refunded: z.number(),
  machine: z.number(),
  /** Takes at the counter, less undone ones. */
  till: z.number(),
  /** A Pix code paid twice counts twice. */
  payments: z.number(),
  refusals: z.number(),
  entries: z.number(),
}

const dashboardRow = z.object({
  /** '2026-11-21' or '2026-11', in each lot's time zone. */
  period: z.string(),
  ...sums,
  /** Highest occupancy in percent; null without data. */
  peak: z.nullable(z.number()),
})
export type DashboardRow = z.output<typeof dashboardRow>

export const firstSteps = ['identity', 'lot', 'tariff', 'device'] as const

/** At most 400 days. */
export const readDashboard = endpoint('GET', '/api/staff/dashboard', 'supervisor', {
  levelText: ['Painel', 'Ver somas e gráficos'],
  summary: 'Sums of a period by day or by month: revenue, refunds, payments, refusals, entries, occupancy.',
  query: z.object({
    from: day,
    to: day,
    by: z._default(z.enum(['day', 'month']), 'day'),
    lot_id: queryFilter(int4RowId),
  }),
  reply: data(
    z.object({
      rows: z.array(dashboardRow),
      totals: z.object(sums),
      lots: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Lots without a tariff, which no car can enter. */
      without_tariff: z.array(z.object({ id: z.number(), name: z.string() })),
      /** What a new installation still needs, in order. */
      first_steps: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })),
      /** Risks of the settings of the process, whole sentences. */
      warnings: z.array(z.string()),
      waiting: z.object({ unknown: z.number(), review: z.number() }),
      server_now: z.string(),
    }),
  ),
})
