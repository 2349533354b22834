import { type Expression, type RawBuilder, sql } from 'kysely'
import { searchable } from '../../brazil.ts'

const accented = 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ'
const plain = 'AAAAAEEEEIIIIOOOOOUUUUCNaaaaaeeeeiiiiooooouuuucn'

/** Equals `user_account_name_folded` and `payment_name_folded`, under every locale. */
function folded(text: Expression<unknown>): RawBuilder<string> {
  return sql`lower(translate(${text}, ${sql.lit(accented)}, ${sql.lit(plain)}) collate "C")`
}

const apostrophes = "'’‘ʼ′´`"

/** Apostrophes of any kind are ignored; no index serves it. */
export function contains(column: string, q: string): RawBuilder<boolean> {
  const sought = searchable(q).replace(/['’‘ʼ′´`]/g, '')
  const pattern = `%${sought.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`translate(${folded(sql.ref(column))}, ${sql.lit(apostrophes)}, '') like ${pattern}`
}

/** Words of a to z and digits. */
export function nameHas(name: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`to_tsvector('simple', ${folded(name)})
    @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
}
