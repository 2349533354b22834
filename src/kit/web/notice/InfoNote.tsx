import { LiveRegion } from './LiveRegion.tsx'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './InfoNote.module.css'

export function InfoNote({ children }: { children: ReactNode }) {
  return (
    <LiveRegion className={css.news}>
      {children !== null && (
        <>
          <Icon name="info" size={22} />
          <span>{children}</span>
        </>
      )}
    </LiveRegion>
  )
}
