import css from './Ops.module.css'
import type { Named } from '../../named.ts'

export function Tag({ of: { text, tone } }: { of: Named }) {
  return <span className={`${css.tag} ${css[tone]}`}>{text}</span>
}
