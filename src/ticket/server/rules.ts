import * as z from 'zod/mini'
import { type TariffRules, tariffRules } from '../tariff.ts'

/** Far more than the versions that cars inside were let in by. */
const mostKept = 500
const kept = new Map<string, TariffRules>()

/** The rules of a tariff version, as the database writes them out; each text is understood once. */
export function rulesIn(text: string): TariffRules {
  let rules = kept.get(text)
  if (rules === undefined) {
    rules = z.parse(tariffRules, JSON.parse(text))
    if (kept.size >= mostKept) kept.clear()
    kept.set(text, rules)
  }
  return rules
}
