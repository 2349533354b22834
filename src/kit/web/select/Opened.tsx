import type { ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import css from './RemoteSelect.module.css'
import type { Opening } from './useOpening.ts'

export function Opened({
  opening,
  label,
  children,
}: {
  opening: Opening
  label: string
  children: ReactNode
}) {
  if (opening.shape === 'list') {
    return (
      <div id={opening.listId} className={css.dropdown} role="dialog" aria-label={label}>
        {children}
      </div>
    )
  }
  if (opening.shape === 'sheet') {
    return (
      <Dialog title={label} shape="sheet" onClose={opening.close}>
        {children}
      </Dialog>
    )
  }
  return null
}
