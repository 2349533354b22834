import { type RawBuilder, sql } from 'kysely'

/** Words with these prefixes; must equal the indexes `user_account_name_words` and `payment_name_words`. */
export function nameHas(name: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`to_tsvector('simple',
    translate(lower(${name}), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'))
    @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
}
