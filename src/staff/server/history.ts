import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { findAuditRows } from '#kit/server/auditRows.ts'
import type { AuditTexts } from '#kit/auditTerms.ts'
import type { WireHistory } from '../fields.ts'
import { actionText } from '../auditTerms.ts'
import type { UserDirectory } from './member.ts'
import { findActorNames } from './trailNames.ts'

export type HistoryEvent = {
  at: Date
  text: string
  actor: string | null
  reason?: string | null
  amountCents?: number | null
}

type Rows = Awaited<ReturnType<typeof findAuditRows>>

const auditDetails = z.object({ reason: z.optional(z.string()), amount_cents: z.optional(z.number()) })

/** `actionOf` names an action that the trail stores under another name. */
export function toHistoryEvents(
  trail: AuditTexts,
  rows: Rows,
  actionOf: (row: Rows[number]) => string = ({ action }) => action,
): HistoryEvent[] {
  return rows.map((row) => {
    const details = auditDetails.safeParse(row.after).data
    const text = actionText(trail, actionOf(row))
    const { at, actor } = row
    return { at, text, actor, reason: details?.reason ?? null, amountCents: details?.amount_cents ?? null }
  })
}

export async function wireHistory(
  deps: { db: Db; people: UserDirectory },
  events: readonly HistoryEvent[],
  timeZone: string,
): Promise<WireHistory[]> {
  const whoOf = await findActorTexts(
    deps,
    events.flatMap(({ actor }) => actor ?? []),
  )
  return events
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, text, actor, reason = null, amountCents = null }) => ({
      at: isoIn(timeZone, at),
      text,
      who: actor === null ? null : whoOf(actor),
      reason,
      amount: amountCents === null ? null : wireMoney(amountCents),
    }))
}

export function findActorTexts(
  { db, people }: { db: Db; people: UserDirectory },
  actors: readonly string[],
): Promise<(actor: string) => string> {
  const { findNames } = people
  return findActorNames(db, { actors: ['staff', 'shop'].map((kind) => ({ kind, findNames })) }, actors)
}
