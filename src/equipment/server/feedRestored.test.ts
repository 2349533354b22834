import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import type { Gate } from '#test/support/garage/gate.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()
let gate: Gate
beforeAll(async () => {
  gate = portal.gate()
})
beforeEach(() => left().then(() => undefined))

/** One event of a car. Answers its code. */
async function left(lotId = 1): Promise<string> {
  const code = textAt(must(await gate.entry({ lot_id: lotId, gate: 'E1' })).body, 'code')
  must(await gate.exit({ lot_id: lotId, gate: 'S1', code }))
  return code
}

async function feed(after: number) {
  const { body } = must(await gate.events(after))
  const events = at(body, 'events')
  if (!Array.isArray(events)) throw new Error('no events')
  return { codes: events.map((one) => textAt(one, 'code')), next: Number(at(body, 'next')) }
}

async function everythingAfter(start: number) {
  const codes: string[] = []
  for (let after = start; ;) {
    const page = await feed(after)
    if (page.codes.length === 0) return { codes, next: page.next }
    codes.push(...page.codes)
    after = page.next
  }
}

/** As a lagging standby or a restored backup: without events above `number`. */
async function loseAfter(number: number): Promise<void> {
  await portal.db.deleteFrom('equipment_event').where('id', '>', number).execute()
  await sql`select setval('equipment_event_id_seq', ${number})`.execute(portal.db)
}

describe('the numbers restart after a restore, and a gate continues from an older one', () => {
  it('stored events are sent again from the oldest on, then new ones, each once', async () => {
    const { codes, next: kept } = await everythingAfter(0)
    await left()
    await left()
    const { next: cursor } = await everythingAfter(kept)
    expect(cursor).toBe(kept + 2)
    await loseAfter(kept)

    const fresh = await left()
    expect(await everythingAfter(cursor)).toEqual({ codes: [...codes, fresh], next: kept + 1 })
    const newer = [await left(), await left()]
    expect(await feed(kept + 1)).toEqual({ codes: newer, next: kept + 3 })
  })

  it('without events it continues from the newest, and misses none', async () => {
    const { next: kept } = await everythingAfter(0)
    await portal.db.deleteFrom('equipment_event').where('lot_id', '=', 1).execute()
    const north = await left(2)
    const lots = [1]
    await portal.db.updateTable('device').set({ lot_ids: lots }).execute()
    try {
      expect(await feed(kept + 40)).toEqual({ codes: [], next: kept + 1 })
      const codes = [await left(), await left()]
      expect(await feed(kept + 1)).toEqual({ codes, next: kept + 3 })
      expect(codes).not.toContain(north)
    } finally {
      await portal.db
        .updateTable('device')
        .set({ lot_ids: [1, 2, 3] })
        .execute()
    }
  })

  it('a gate that has read all events reads none of them twice', async () => {
    const { next } = await everythingAfter(0)
    expect(await feed(next)).toEqual({ codes: [], next })
  })
})
