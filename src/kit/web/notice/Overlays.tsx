import { Live } from './Live.tsx'
import { useEffect, useState } from 'react'
import { Icon } from '../Icon.tsx'
import { useInset } from '../page/useInset.ts'
import { createStore, useStore } from '../state/store.ts'
import { loadingCount } from './loading.ts'
import { busyText, useConnectionNews, retryingCalls } from './online.ts'
import css from './Overlays.module.css'

const stillAfterMs = 10_000
const tickMs = 3_000

/** The page below is inert and gets its focus back. */
export function LoadingOverlay() {
  const busy = useStore(loadingCount, 0) > 0
  const waiting = useStore(retryingCalls, 0) > 0
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const focused = document.activeElement
    const frame = document.getElementById('frame')
    frame?.setAttribute('inert', '')
    const timeout = setTimeout(() => setLate(true), stillAfterMs)
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
    <Live as="div" className={busy ? css.overlay : undefined}>
      {busy && (
        <div className={css.box}>
          <span className={css.wheel} />
          <p>{waiting ? busyText : late ? 'Ainda estamos processando...' : 'Aguarde...'}</p>
        </div>
      )}
    </Live>
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
    <Live as="div" className={text === '' ? undefined : css.tickArea}>
      {text !== '' && (
        <div className={css.tick}>
          <Icon name="check" />
          <p>{text}</p>
        </div>
      )}
    </Live>
  )
}

export function OfflineBanner() {
  const news = useConnectionNews()
  const line = useInset<HTMLDivElement>('--head-inset', news !== null)
  return (
    <Live as="div" ref={line} className={news === null ? undefined : css.offline}>
      {news !== null && (
        <p>
          <Icon name={news === busyText ? 'info' : 'offline'} size={18} />
          <span>{news}</span>
        </p>
      )}
    </Live>
  )
}
