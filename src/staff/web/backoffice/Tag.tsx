import css from './Ops.module.css'
import type { Named } from '../../named.ts'

/** A state in a word, with its colour: `<Tag of={paymentStates[row.state].desk} />`. */
export function Tag({ of: { text, tone } }: { of: Named }) {
  return <span className={`${css.tag} ${css[tone]}`}>{text}</span>
}
