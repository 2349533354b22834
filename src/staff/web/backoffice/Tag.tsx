import css from './Ops.module.css'
import type { Named } from '../../named.ts'

/** `<Tag of={paymentStates[row.state].staff} />`. */
export function Tag({ of: { text, tone } }: { of: Named }) {
  return <span className={`${css.tag} ${css[tone]}`}>{text}</span>
}
