import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { hasNavigated } from '../route/location.ts'
import { createStore } from '../state/store.ts'
import { Brand } from './Brand.tsx'
import css from './Page.module.css'

/** docs/spec.md#fields */
type HeaderState = {
  showLogo: boolean
  show: boolean
  onBackClick: (() => void) | null | undefined
  title: string
}

export const headerDefaults: HeaderState = {
  showLogo: false,
  show: true,
  onBackClick: null,
  title: 'No title',
}

export const header = createStore<HeaderState>(headerDefaults)

type PageProps = {
  title?: string
  showLogo?: boolean
  show?: boolean
  onBackClick?: () => void
  /** Below the title, or beside it where the page is fluid. */
  steps?: ReactNode
  /** An empty element keeps the room while the page loads; without any the content takes the first column. */
  aside?: ReactNode
  fluid?: boolean
  children: ReactNode
}

export function Page(props: PageProps) {
  const { title, showLogo, show, onBackClick, steps, aside, fluid, children } = {
    ...headerDefaults,
    ...props,
  }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasNavigated()) return
    window.scrollTo(0, 0)
    // A focused field keeps the focus.
    const content = document.getElementById('conteudo')
    if (!content?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    header.set({ title, showLogo, show, onBackClick })
  }, [title, showLogo, show, onBackClick])
  return (
    <div className={`${css.page} ${fluid ? css.fluid : ''}`}>
      <header className={show ? css.header : 'visually-hidden'}>
        {showLogo && <Brand />}
        <div className={css.bar}>
          {onBackClick && (
            <button type="button" className={css.back} aria-label="Voltar" onClick={onBackClick}>
              <Icon name="back" />
            </button>
          )}
          <h1 ref={heading} tabIndex={-1} className={showLogo ? css.first : css.title}>
            {title}
          </h1>
        </div>
        {steps}
      </header>
      <main id="conteudo" className={css.columns}>
        {aside && <div className={css.aside}>{aside}</div>}
        <div className={css.content}>{children}</div>
      </main>
    </div>
  )
}

/** On phones they stay within reach; further actions of one group have the class 'group' only. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={css.panel}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  )
}
