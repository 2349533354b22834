import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Clock } from '../clock.ts'
import { transaction } from './db/transaction.ts'
import { missingKeyText, openSealed, seal, type Sealed } from './seal.ts'
import type { CardKeys } from './sealKeys.ts'

/** A table whose rows have a text that is sealed by the key of `key_id`. */
type SealedTable = {
  readonly table: string
  readonly id: string
  readonly text: string
  readonly owner: RawBuilder<string>
  readonly stamp?: string
}

type Deps = { readonly db: Db; readonly cardKeys: CardKeys }
type StaleRow = Sealed & { readonly id: number; readonly owner: string }
type Resealed = { readonly done: number; readonly unopened: readonly string[] }

const batchRows = 100

/** Reseals a batch with the newest key; `unopened` lists rows that stay, and unknown keys. */
export async function resealRows(deps: Deps & { clock: Clock }, rows: SealedTable): Promise<Resealed> {
  const { cardKeys: keys } = deps
  const keyIds = keys.slice(1).map(({ id }) => id)
  return transaction(deps.db, async (tx) => {
    const lost = (await countRowsByOldKey(tx, keys, rows)).filter(({ key_id }) => !keyIds.includes(key_id))
    const unopened = lost.map(({ key_id, count }) => `${count}: ${missingKeyText(key_id)}`)
    let done = 0
    for (let after = 0, isLast = false; !isLast && done < batchRows;) {
      const stale = await lockRowsOfKeys(tx, rows, { keyIds, after })
      for (const { id, owner, ...sealed } of stale) {
        const text = tryOpen(keys, owner, sealed)
        if (text instanceof Error) unopened.push(`row ${id}: ${text.message}`)
        else await writeSealed(tx, rows, { ...seal(keys, owner, text), id, now: deps.clock.now() })
        done += text instanceof Error ? 0 : 1
      }
      after = stale.at(-1)?.id ?? after
      isLast = stale.length < batchRows
    }
    return { done, unopened }
  })
}

async function lockRowsOfKeys(
  db: Db,
  { table, id, text, owner }: SealedTable,
  { keyIds, after }: { keyIds: readonly string[]; after: number },
): Promise<readonly StaleRow[]> {
  const { rows } = await sql<StaleRow>`
    select ${sql.ref(id)} as id, ${owner} as owner, ${sql.ref(text)} as text, key_id as "keyId"
    from ${sql.table(table)} where key_id = any(${keyIds}::text[]) and ${sql.ref(id)} > ${after}
    order by ${sql.ref(id)} limit ${batchRows} for no key update skip locked`.execute(db)
  return rows
}

async function writeSealed(
  db: Db,
  { table, id, text, stamp }: SealedTable,
  row: Sealed & { id: number; now: Date },
) {
  const stamped = stamp === undefined ? sql`` : sql`, ${sql.ref(stamp)} = ${row.now}`
  await sql`update ${sql.table(table)} set ${sql.ref(text)} = ${row.text}, key_id = ${row.keyId}${stamped}
    where ${sql.ref(id)} = ${row.id}`.execute(db)
}

function tryOpen(keys: CardKeys, owner: string, sealed: Sealed): string | Error {
  try {
    return openSealed(keys, owner, sealed)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function countRowsByOldKey(db: Db, [{ id: newestId }]: CardKeys, { table }: SealedTable) {
  const { rows } = await sql<{ key_id: string; count: number }>`
    select key_id, count(*) as count from ${sql.table(table)} where key_id <> ${newestId}
    group by key_id order by key_id`.execute(db)
  return rows
}

export async function countStaleRows({ db, cardKeys }: Deps, table: SealedTable) {
  const counts = await countRowsByOldKey(db, cardKeys, table)
  const sum = (isKnown: boolean) =>
    counts
      .filter(({ key_id }) => cardKeys.some(({ id }) => id === key_id) === isKnown)
      .reduce((total, { count }) => total + count, 0)
  return { old: sum(true), lost: sum(false) }
}
