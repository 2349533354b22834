import { type Expression, type RawBuilder, sql } from 'kysely'
import { foldForSearch } from '../../brazil.ts'

const apostrophes = "'’‘ʼ′´`"
const accented = 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_'
const plain = 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        '

/** Removes case and accents and turns separators into blanks, the same under every locale. */
function foldSql(text: Expression<unknown>): RawBuilder<string> {
  return sql`lower(translate(normalize(${text}), ${sql.lit(accented)}, ${sql.lit(plain)}) collate "C")`
}

/** Matches a part of the text, without blanks, separators and apostrophes. No index serves it. */
export function containsText(column: string, q: string): RawBuilder<boolean> {
  const sought = foldForSearch(q).replace(/[\s\p{Pd}./_'’‘ʼ′´`]/gu, '')
  if (sought === '' && q !== '') return sql`false`
  const pattern = `%${sought.replace(/[\\%]/g, '\\$&')}%`
  return sql<boolean>`translate(${foldSql(sql.ref(column))}, ${sql.lit(` ${apostrophes}`)}, '') like ${pattern}`
}

/** Matches words of a name. The indexes `user_account_name_search` and `payment_name_search` have this expression. Null when `q` has no word. */
export function matchesName(name: RawBuilder<unknown>, q: string): RawBuilder<boolean> | null {
  const spellings = foldForSearch(q)
    .split(/[^a-z0-9'’‘ʼ′´`]+/)
    .map((word) => word.match(/[a-z0-9]+/g) ?? [])
    .filter((parts) => parts.length > 0)
    .map((parts) => `(${parts.join('')}:* | (${parts.map((part) => `${part}:*`).join(' & ')}))`)
  if (spellings.length === 0) return null
  const text = foldSql(name)
  const blanks = sql.lit(' '.repeat(apostrophes.length))
  return sql`to_tsvector('simple', translate(${text}, ${sql.lit(apostrophes)}, '') || ' ' ||
    translate(${text}, ${sql.lit(apostrophes)}, ${blanks})) @@ to_tsquery('simple', ${spellings.join(' & ')})`
}
