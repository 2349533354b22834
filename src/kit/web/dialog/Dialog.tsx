import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { createStore } from '../state/store.ts'
import css from './Dialog.module.css'

export const openDialogs = createStore<readonly HTMLDialogElement[]>([])

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** `sheet`: full screen on phones only. `full`: always. `foot`: at the foot of a narrow screen. */
  shape?: 'card' | 'sheet' | 'full' | 'foot'
  role?: 'dialog' | 'alertdialog'
}

/** Open while mounted. `header` and `footer` elements would be landmarks of the page. */
export function Dialog({ title, onClose, children, actions, shape = 'card', role }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => openModal(dialog.current), [])
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={heading}
      className={`${css.dialog} ${css[shape] ?? ''}`}
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

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

/** Opens the dialog in place where `showModal` is missing (Safari 14). The answer closes it and returns the focus. */
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
    if (before !== document.body) focusHeadingOnceGone(before)
  }
}

const goneWithinMs = 10_000

/** A deletion removes the button that opened the dialog. */
function focusHeadingOnceGone(asked: Element | null): void {
  const focusIfGone = () => {
    if (asked?.isConnected) return
    observer.disconnect()
    if (document.activeElement === document.body) document.querySelector('h1')?.focus()
  }
  const observer = new MutationObserver(focusIfGone)
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), goneWithinMs)
  focusIfGone()
}
