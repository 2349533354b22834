import css from './Ops.module.css'
import type { StatusLabel } from '../../statusLabel.ts'

export function Tag({ of: { text, tone } }: { of: StatusLabel }) {
  return <span className={`${css.tag} ${css[tone]}`}>{text}</span>
}
