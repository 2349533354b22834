import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './Fold.module.css'

/** Further content that opens below its title. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={css.fold} open={open}>
      <summary>
        <span>{title}</span>
        <Icon name="down" size={20} />
      </summary>
      <div>{children}</div>
    </details>
  )
}
