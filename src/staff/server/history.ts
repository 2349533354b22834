import * as z from 'zod/mini'
import { describeUser } from '#account/server/flow/describeUser.ts'
import type { Db } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { wireMoney } from '#kit/money.ts'
import type { auditOf } from '#kit/server/audit.ts'
import type { WireHistory } from '../fields.ts'
import { actorText, happeningText } from '../historyTexts.ts'

/** Something that happened, before its words and names. Centavos. */
export type Happening = {
  at: Date
  text: string
  actor: string | null
  reason?: string | null
  amountCents?: number | null
}

const known = z.object({ reason: z.optional(z.string()), amount_cents: z.optional(z.number()) })

/** Audit rows of one kind of thing, as happenings. */
export function fromAudit(
  kind: 'ticket' | 'payment' | 'reservation',
  rows: Awaited<ReturnType<typeof auditOf>>,
): Happening[] {
  return rows.map(({ at, actor, action, before, after }) => {
    const told = known.safeParse(after).data
    const again = kind === 'payment' && action === 'created' && before !== null
    const text = happeningText(kind, again ? 'reopened' : action)
    return { at, text, actor, reason: told?.reason ?? null, amountCents: told?.amount_cents ?? null }
  })
}

/** Happenings in their order, for the wire; staff by their names. */
export async function wireHistory(
  db: Db,
  happenings: readonly Happening[],
  timeZone: string,
): Promise<WireHistory[]> {
  const names = await namesOf(
    db,
    happenings.flatMap(({ actor }) => actor ?? []),
  )
  return happenings
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, text, actor, reason = null, amountCents = null }) => ({
      at: isoIn(timeZone, at),
      text,
      who: actor === null ? null : (names.get(actor) ?? actorText(actor)),
      reason,
      amount: amountCents === null ? null : wireMoney(amountCents),
    }))
}

/** The names behind 'staff 7', each person asked for once. */
export async function namesOf(db: Db, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const actor of new Set(actors)) {
    const id = Number(/^staff (\d+)$/.exec(actor)?.[1])
    const person = Number.isInteger(id) ? await describeUser(db, id) : null
    if (person) names.set(actor, person.user.name)
  }
  return names
}
