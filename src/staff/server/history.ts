import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { auditOf } from '#kit/server/audit.ts'
import type { TrailTexts } from '#kit/auditTerms.ts'
import type { WireHistory } from '../fields.ts'
import { actionText, actorText } from '../auditTerms.ts'
import { actorOf } from './member.ts'
import type { People } from './people.ts'

/** Something that happened, before its words and names. Centavos. */
export type Happening = {
  at: Date
  text: string
  actor: string | null
  reason?: string | null
  amountCents?: number | null
}

type Rows = Awaited<ReturnType<typeof auditOf>>

const known = z.object({ reason: z.optional(z.string()), amount_cents: z.optional(z.number()) })

/** Audit rows of one kind of thing, as happenings. `actionOf` tells apart what the trail has one name for. */
export function fromAudit(
  trail: TrailTexts,
  rows: Rows,
  actionOf: (row: Rows[number]) => string = ({ action }) => action,
): Happening[] {
  return rows.map((row) => {
    const told = known.safeParse(row.after).data
    const text = actionText(trail, actionOf(row))
    const { at, actor } = row
    return { at, text, actor, reason: told?.reason ?? null, amountCents: told?.amount_cents ?? null }
  })
}

/** Happenings in their order, for the wire; staff by their names. */
export async function wireHistory(
  { db, people }: { db: Db; people: People },
  happenings: readonly Happening[],
  timeZone: string,
): Promise<WireHistory[]> {
  const actors = happenings.flatMap(({ actor }) => actor ?? [])
  const whoOf = await actorTexts({ db, people }, actors)
  return happenings
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, text, actor, reason = null, amountCents = null }) => ({
      at: isoIn(timeZone, at),
      text,
      who: actor === null ? null : whoOf(actor),
      reason,
      amount: amountCents === null ? null : wireMoney(amountCents),
    }))
}

/** Who did it, in words: the people behind 'staff 7' by their names, all asked for at once. */
export async function actorTexts(
  { db, people }: { db: Db; people: People },
  actors: readonly string[],
): Promise<(actor: string) => string> {
  const ids = new Set(actors.flatMap((actor) => /^staff (\d+)$/.exec(actor)?.[1] ?? []))
  const found = ids.size === 0 ? new Map<number, string>() : await people.namesOf(db, [...ids].map(Number))
  const names = new Map([...found].map(([id, name]) => [actorOf(id), name]))
  return (actor) => names.get(actor) ?? actorText(actor)
}
