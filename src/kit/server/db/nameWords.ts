import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a name has words that begin with these, accents and case aside. To the letter as the indexes
 * `user_account_name_words` and `payment_name_words` have it: written otherwise, neither is read.
 */
export function nameHas(name: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`to_tsvector('simple',
    translate(lower(${name}), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'))
    @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
}
