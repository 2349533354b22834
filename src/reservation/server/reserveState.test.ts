import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addMs, dayMs, minuteMs } from '#kit/clock.ts'
import { paymentState } from '#payment/contract.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { reserveStateAt } from '../reservationState.ts'
import { reserveState } from '../wireReserve.ts'
import { isPaymentClosed, reserveStateSql } from './store.ts'

const portal = portalOfFile()

const now = new Date('2026-05-01T12:00:00.000Z')

/** On both sides of the deadline, of the end of its minute and of a minute after it. */
const deadlines = [0, minuteMs, dayMs].flatMap((ms) => [-1, 0, 1].map((more) => addMs(now, more - ms)))

it.each(reserveState.options)(
  '%s at any deadline: the same in a statement and in TypeScript',
  async (state) => {
    const { rows } = await sql<{ deadlineAt: Date | null; paymentClosed: boolean; found: string }>`
    select reservation.deadline_at as "deadlineAt", ${isPaymentClosed} as "paymentClosed",
      ${reserveStateSql(now)} as found
    from (select ${state}::text as state, unnest(${[null, ...deadlines]}::timestamptz[]) as deadline_at) as reservation,
      unnest(${paymentState.options}::text[]) as payment(state)`.execute(portal.db)
    expect(rows).toHaveLength((deadlines.length + 1) * paymentState.options.length)
    expect(rows.filter(({ found, ...facts }) => found !== reserveStateAt({ state, ...facts }, now))).toEqual(
      [],
    )
  },
)
