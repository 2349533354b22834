import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'

export async function freeCode(db: Db): Promise<string> {
  for (;;) {
    const code = String(randomInt(10_000_000) * 1_000_000 + randomInt(1_000_000)).padStart(13, '0')
    if (!(await isTaken(db, code))) return code
  }
}

export async function isTaken(db: Db, code: string): Promise<boolean> {
  const taken = sql<{ code: string }>`select code from ticket where code = ${code}
    union all select code from printed_code where code = ${code} limit 1`
  return (await taken.execute(db)).rows.length > 0
}
