import { type RawBuilder, sql } from 'kysely'
import { methods } from '#payment/method/method.ts'

export type SumKind = 'pix' | 'card' | 'refund' | 'machine' | 'till' | 'entry'

/** A table that is append-only, apart from retention. */
export type SumSource = {
  readonly table: 'ledger' | 'paid_segment' | 'till_take' | 'ticket'
  readonly id: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  /** Selects kind, lot_id, own_zone, at, amount_cents, n. `own_zone` is fixed (docs/spec.md#r42). */
  readonly selectRows: (only: RawBuilder<boolean>) => RawBuilder<unknown>
}

/* `offset 0` makes the planner look up references by key. */

const tariffZone = sql`(select time_zone as own_zone from tariff where tariff.id = t.tariff_id offset 0)`

const ledger: SumSource = {
  table: 'ledger',
  id: sql.ref('l.id'),
  at: sql.ref('l.at'),
  // A refund entry with a negative amount records a failed refund.
  selectRows: (only) => sql`
    select case when l.kind = 'refund' then 'refund' when a.payment_type = ${sql.lit(methods.pix.wire)} then 'pix' else 'card' end
        as kind,
      p.lot_id, p.time_zone as own_zone, l.at, l.amount_cents, sign(l.amount_cents)::bigint as n
    from ledger l
      cross join lateral (select payment_type from attempt where attempt.id = l.attempt_id offset 0) a
      cross join lateral (select lot_id, time_zone from payment where payment.id = l.payment_id offset 0) p
    where ${only}`,
}

const machinePayments: SumSource = {
  table: 'paid_segment',
  id: sql.ref('s.id'),
  at: sql.ref('s.paid_at'),
  selectRows: (only) => sql`
    select 'machine' as kind, t.lot_id, v.own_zone, s.paid_at as at, s.amount_cents, 1::bigint as n
    from paid_segment s
      cross join lateral (select lot_id, tariff_id from ticket where ticket.id = s.ticket_id offset 0) t
      cross join lateral ${tariffZone} v
    where s.source = 'machine' and ${only}`,
}

/** An undoing is a row below zero. */
const takes: SumSource = {
  table: 'till_take',
  id: sql.ref('k.id'),
  at: sql.ref('k.at'),
  selectRows: (only) => sql`
    select 'till' as kind, k.lot_id, k.time_zone as own_zone, k.at, k.amount_cents, sign(k.amount_cents)::bigint as n
    from till_take k where ${only}`,
}

const entries: SumSource = {
  table: 'ticket',
  id: sql.ref('t.id'),
  at: sql.ref('t.entered_at'),
  // The replacement of a lost ticket is the same car, so it is no further entry.
  selectRows: (only) => sql`
    select 'entry' as kind, t.lot_id, v.own_zone, t.entered_at as at, 0::bigint as amount_cents, 1::bigint as n
    from ticket t cross join lateral ${tariffZone} v where t.replaces_id is null and ${only}`,
}

export const sumSources: readonly SumSource[] = [ledger, machinePayments, takes, entries]
