import * as z from 'zod/mini'
import type { Db } from '#db/schema.ts'
import { type TariffRules, tariffRules } from '../tariff.ts'
import { tariffRulesById } from './store.ts'

/** Far more than the versions that cars inside were let in by. */
const mostKept = 500

/** Rules by the number of their tariff version, read and understood once: a version never changes. */
export function rulesKept(): (db: Db, tariffId: number) => Promise<TariffRules> {
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
