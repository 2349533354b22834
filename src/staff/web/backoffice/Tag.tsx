import css from './Ops.module.css'
import type { Named } from '../../named.ts'

export function Tag({ of: { text, tone } }: { of: Named }) {
  return <span className={`${css.tag} ${css[tone]}`}>{text}</span>
}

export function choicesOf(states: Readonly<Record<string, Pick<Named, 'text'>>>) {
  return Object.entries(states).map(([value, { text }]) => ({ value, text }))
}
