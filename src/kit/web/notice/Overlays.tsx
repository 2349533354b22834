import { LiveRegion } from './LiveRegion.tsx'
import { useEffect, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { useInset } from '../page/useInset.ts'
import { createStore, useStore } from '../state/store.ts'
import { loadingCount, loadingText } from './loading.ts'
import { retryingText, useConnectionNotice, retryingCallCount } from './connection.ts'
import css from './Overlays.module.css'

const slowAfterMs = 10_000
const tickMs = 3_000

export function LoadingOverlay() {
  const busy = useStore(loadingCount, 0) > 0
  const waiting = useStore(retryingCallCount, 0) > 0
  const text = useStore(loadingText, '')
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const focused = document.activeElement
    const frame = document.getElementById('frame')
    frame?.setAttribute('inert', '')
    const timeout = setTimeout(() => setLate(true), slowAfterMs)
    return () => {
      clearTimeout(timeout)
      setLate(false)
      frame?.removeAttribute('inert')
      if (focused instanceof HTMLElement && focused.isConnected && document.activeElement === document.body) {
        focused.focus({ preventScroll: true })
      }
    }
  }, [busy])
  return (
    <LiveRegion as="div" className={busy ? css.overlay : undefined}>
      {busy && (
        <div className={css.box}>
          <span className="wheel" />
          <p>{waiting ? retryingText : late ? 'Ainda estamos processando...' : text}</p>
        </div>
      )}
    </LiveRegion>
  )
}

const tick = createStore('')

export function showSuccessTick(text = 'Pronto!'): void {
  tick.set(text)
  setTimeout(() => tick.set(''), tickMs)
}

export function SuccessTick() {
  const text = useStore(tick, '')
  return (
    <LiveRegion as="div" className={text === '' ? undefined : css.tickArea}>
      {text !== '' && (
        <div className={css.tick}>
          <Icon name="check" />
          <p>{text}</p>
        </div>
      )}
    </LiveRegion>
  )
}

export function OfflineBanner() {
  const notice = useConnectionNotice()
  const line = useInset<HTMLDivElement>('--head-inset', notice !== null)
  return (
    <LiveRegion as="div" ref={line} className={notice === null ? undefined : css.offline}>
      {notice !== null && (
        <p>
          <Icon name={notice === retryingText ? 'info' : 'offline'} size={18} />
          <span>{notice}</span>
        </p>
      )}
    </LiveRegion>
  )
}
