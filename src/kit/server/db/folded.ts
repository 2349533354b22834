import { type Expression, type RawBuilder, sql } from 'kysely'
import { searchable } from '../../brazil.ts'

const accented = 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ'
const plain = 'AAAAAEEEEIIIIOOOOOUUUUCNaaaaaeeeeiiiiooooouuuucn'

/** Equals `user_account_name_folded` and `payment_name_folded`, under every locale. */
function folded(text: Expression<unknown>): RawBuilder<string> {
  return sql`lower(translate(${text}, ${sql.lit(accented)}, ${sql.lit(plain)}) collate "C")`
}

export function contains(column: string, q: string): RawBuilder<boolean> {
  const pattern = `%${searchable(q).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${folded(sql.ref(column))} like ${pattern}`
}

/** Words of a to z and digits. */
export function nameHas(name: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`to_tsvector('simple', ${folded(name)})
    @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
}
