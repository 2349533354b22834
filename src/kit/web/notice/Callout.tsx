import { useEffect, useRef, type ReactNode } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import css from './Callout.module.css'

type Tone = 'sign' | 'go' | 'warn' | 'stop'

const icons: Readonly<Record<Tone, IconName>> = { sign: 'info', go: 'check', warn: 'warning', stop: 'alert' }

type Props = {
  tone: Tone
  title: string
  icon?: IconName
  takesFocus?: boolean
  showsSpinner?: boolean
  children?: ReactNode
}

export function Callout({ tone, title, icon, takesFocus, showsSpinner, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <section className={`${css.situation} ${css[tone]}`}>
      <div className={css.head}>
        {showsSpinner ? <span className="wheel" /> : <Icon name={icon ?? icons[tone]} size={26} />}
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </div>
      {children && <div className={css.body}>{children}</div>}
    </section>
  )
}
