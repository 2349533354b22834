import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '#kit/web/Icon.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import css from './Access.module.css'

/** Takes the focus, so that screen readers announce it. */
export function Outcome({
  kind,
  text,
  children,
}: {
  kind: 'done' | 'problem'
  text: string
  children: ReactNode
}) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus({ preventScroll: true }), [])
  return (
    <Panel>
      <div className={css.text}>
        <p ref={line} tabIndex={-1} className={css[kind]}>
          <Icon name={kind === 'done' ? 'check' : 'warning'} size={24} />
          <span>{text}</span>
        </p>
        {children}
      </div>
    </Panel>
  )
}
