import { levelNames } from '../../../level.ts'
import type { Named } from '../../ops/stateTexts.ts'

const order = [1, 2, 10, 100] as const

/** The levels to choose from, the most powerful first. */
export const levelChoices = order.map((level) => ({ value: String(level), text: levelNames[level] ?? '' }))

/** A level in a word, with its colour. */
export function levelTag(level: number): Named {
  return {
    text: levelNames[level] ?? String(level),
    tone: level <= 1 ? 'warn' : level <= 10 ? 'sign' : 'soft',
  }
}
