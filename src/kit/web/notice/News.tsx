import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './News.module.css'

/** What has changed on a screen by itself: said in place, and read aloud. Nothing while there is no news. */
export function News({ children }: { children: ReactNode }) {
  return (
    <p className={css.news} role="status">
      {children !== null && (
        <>
          <Icon name="info" size={22} />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}
