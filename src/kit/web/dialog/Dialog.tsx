import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { openDialogs } from './open.ts'
import css from './Dialog.module.css'

type Props = {
  /** Its heading, and its name for screen readers. */
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons at the foot. */
  actions?: ReactNode
  /** `sheet` fills a phone's screen; on wider screens it is a dialog like any other. `full` fills every screen. */
  shape?: 'card' | 'sheet' | 'full'
  /** `alertdialog` for questions that must be answered. */
  role?: 'dialog' | 'alertdialog'
}

/**
 * A native modal dialog, open while mounted: `{asking && <Dialog title="..." onClose={...}>...</Dialog>}`. Its head and foot
 * are no `header` and `footer`: in a dialog these are the page's, for who is led by landmarks.
 */
export function Dialog({ title, onClose, children, actions, shape = 'card', role }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => openModal(dialog.current), [])
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={heading}
      className={`${css.dialog} ${css[shape]}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current && role !== 'alertdialog') onClose()
      }}
    >
      <div className={css.inside}>
        <div className={css.head}>
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          {role !== 'alertdialog' && (
            <button type="button" className={css.close} aria-label="Fechar" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
        <div className={css.body}>{children}</div>
        {actions && <DialogActions>{actions}</DialogActions>}
      </div>
    </dialog>
  )
}

/** What a dialog's answers are, what goes ahead first: side by side where there is room, going ahead at the right. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

/** Opens as a modal; browsers without one (Safari 14) show it in place. Gives the focus back at the end. */
function openModal(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (!dialog) return
  const before = document.activeElement
  if (typeof dialog.showModal === 'function') dialog.showModal()
  else dialog.setAttribute('open', '')
  const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2')
  first?.focus()
  openDialogs.set((open) => [...open, dialog])
  return () => {
    openDialogs.set((open) => open.filter((other) => other !== dialog))
    if (typeof dialog.close === 'function') dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
}
