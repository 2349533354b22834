import { Live } from './Live.tsx'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './News.module.css'

export function News({ children }: { children: ReactNode }) {
  return (
    <Live className={css.news}>
      {children !== null && (
        <>
          <Icon name="info" size={22} />
          <span>{children}</span>
        </>
      )}
    </Live>
  )
}
