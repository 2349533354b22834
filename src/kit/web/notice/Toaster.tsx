import { useEffect, useRef, useState } from 'react'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../Icon.tsx'
import { useStore } from '../state/store.ts'
import { dismiss, notices } from './notify.ts'
import type { Notice, NoticeKind } from './notify.ts'
import css from './Toaster.module.css'

const icons: Readonly<Record<NoticeKind, IconName>> = {
  warning: 'warning',
  danger: 'alert',
  info: 'info',
  success: 'check',
  default: 'info',
}

/** The notification area: a manual popover, so that it also lies over open dialogs. */
export function Toaster() {
  const list = useStore(notices, none)
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const popover = area.current
    if (!popover || !('showPopover' in popover)) return
    if (popover.matches(':popover-open')) popover.hidePopover()
    if (list.length > 0) popover.showPopover()
  }, [list])
  return (
    <div
      ref={area}
      popover="manual"
      className={css.area}
      role="region"
      aria-label="Notificações"
      aria-live="polite"
    >
      {list.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

const none: readonly Notice[] = []

function Toast({ notice }: { notice: Notice }) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return
    const timeout = setTimeout(() => dismiss(notice.id), notice.timer)
    return () => clearTimeout(timeout)
  }, [notice, paused])
  return (
    <div
      className={`${css.toast} ${css[notice.kind]}`}
      role={notice.kind === 'danger' || notice.kind === 'warning' ? 'alert' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={icons[notice.kind]} size={22} />
      <p>{notice.text}</p>
      <button type="button" aria-label="Fechar aviso" onClick={() => dismiss(notice.id)}>
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}
