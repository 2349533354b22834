import { keysOf } from '#kit/text/lookUp.ts'
import { takeMethods } from '#till/states.ts'

/** Names beside those of portal and machines; `word` is a take's own. */
export const tillMethods = {
  till_cash: { text: takeMethods.cash.sumText, word: 'cash' },
  till_card: { text: takeMethods.card_machine.sumText, word: 'card_machine' },
} as const

export const tillMethodNames = keysOf(tillMethods)

/** The name of a take's method. */
export function toTillMethod(word: string | null): keyof typeof tillMethods {
  return word === tillMethods.till_cash.word ? 'till_cash' : 'till_card'
}
