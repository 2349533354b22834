import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { smallRowId } from '#kit/fields.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Informe uma data válida.'))

const sums = {
  /** Reais that the acquirer captured, before refunds. */
  captured: z.number(),
  /** What of it came by Pix. */
  pix: z.number(),
  /** Reais given back. */
  refunded: z.number(),
  /** Reais taken at machines and cashiers. */
  machine: z.number(),
  /** Payments captured: a code that is paid twice is two. */
  payments: z.number(),
  /** Card payments refused. */
  refusals: z.number(),
  /** Cars that came in. */
  entries: z.number(),
}

const dashboardRow = z.object({
  /** '2026-11-21', or '2026-11' when summed by month. In each lot's own time zone. */
  period: z.string(),
  ...sums,
  /** Share of the spaces taken at the fullest moment, 0 to 100; null when nothing was seen. */
  peak: z.nullable(z.number()),
})
export type DashboardRow = z.output<typeof dashboardRow>

/** GET /api/staff/dashboard: money, payments, refusals and occupancy by day or month; at most 400 days. */
export const readDashboard = endpoint({
  method: 'GET',
  path: '/api/staff/dashboard',
  access: 'supervisor',
  summary: 'Sums of a period by day or by month: revenue, refunds, payments, refusals, entries, occupancy.',
  query: z.object({
    from: day,
    to: day,
    by: z._default(z.enum(['day', 'month']), 'day'),
    lot_id: z.optional(smallRowId),
  }),
  reply: data(
    z.object({
      rows: z.array(dashboardRow),
      totals: z.object(sums),
      lots: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Lots that no car can enter: they have no tariff. */
      without_tariff: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Payments that wait: in doubt, or for somebody's decision. */
      waiting: z.object({ unknown: z.number(), review: z.number() }),
      server_now: z.string(),
    }),
  ),
  errors: {},
})
