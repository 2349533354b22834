import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { openDialogs } from '../dialog/Dialog.tsx'
import { Icon, type IconName } from '../Icon.tsx'
import { useInset } from '../page/useInset.ts'
import { useStore } from '../state/store.ts'
import { dismissNotice, notices, type Notice, type NoticeKind } from './notify.ts'
import callout from './Callout.module.css'
import css from './Toaster.module.css'

const icons: Readonly<Record<NoticeKind, IconName>> = {
  warning: 'warning',
  danger: 'alert',
  info: 'info',
  success: 'check',
  default: 'info',
}

const tones: Readonly<Record<NoticeKind, string | undefined>> = {
  warning: callout.warn,
  danger: callout.stop,
  info: callout.sign,
  success: callout.go,
  default: '',
}

/** Draws the notices inside the topmost dialog, because only that is interactive. */
export function Toaster() {
  const list = useStore(notices)
  const dialog = [...useStore(openDialogs)].pop() ?? null
  const area = <ToastArea list={list} />
  return dialog === null ? area : createPortal(area, dialog)
}

function ToastArea({ list }: { list: readonly Notice[] }) {
  const area = useInset<HTMLDivElement>('--notice-inset', list.length > 0)
  useEffect(() => {
    // On short screens and with large text, notices stand in the flow.
    if (area.current && list.length > 0 && getComputedStyle(area.current).position === 'static')
      area.current.scrollIntoView({ block: 'nearest' })
  }, [area, list])
  return (
    <div ref={area} className={css.area} role="region" aria-label="Notificações" aria-live="polite">
      {list.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

function Toast({ notice }: { notice: Notice }) {
  const [since, setSince] = useState<number | null>(notice.shownAt)
  const pause = () => setSince(null)
  const resume = () => setSince(performance.now())
  useEffect(() => {
    if (since === null) return
    const timeout = setTimeout(() => dismissNotice(notice.id), since + notice.durationMs - performance.now())
    return () => clearTimeout(timeout)
  }, [notice.id, notice.durationMs, since])
  const { action } = notice
  return (
    <div
      className={`${css.toast} ${tones[notice.kind]}`}
      role={notice.kind === 'danger' || notice.kind === 'warning' ? 'alert' : undefined}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <Icon name={icons[notice.kind]} size={22} />
      <p>{notice.text}</p>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            dismissNotice(notice.id)
            action.run()
          }}
        >
          {action.text}
        </button>
      )}
      <button
        type="button"
        aria-label="Fechar aviso"
        // Closing a notice must not move the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => dismissNotice(notice.id)}
      >
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
