import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { type TariffRules, tariffRules } from '../tariff.ts'
import { tariffRulesById } from './store.ts'

const mostKept = 500

/** Caches the parsed rules by tariff id: a version never changes. */
export function cachedRules(): (db: Db, tariffId: number) => Promise<TariffRules> {
  const kept = new Map<number, TariffRules>()
  return async (db, tariffId) => {
    const known = kept.get(tariffId)
    if (known !== undefined) return known
    const rules = z.parse(tariffRules, await tariffRulesById(db, tariffId))
    if (kept.size >= mostKept) kept.clear()
    kept.set(tariffId, rules)
    return rules
  }
}
