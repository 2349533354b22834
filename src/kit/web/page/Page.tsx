import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { hasMoved } from '../route/location.ts'
import { header, headerDefaults } from '../state/header.ts'
import { Brand } from './Brand.tsx'
import css from './Page.module.css'

type PageProps = {
  /** The screen's heading and the document's title. */
  title?: string
  /** The operator's logo over the title, on the first screen. */
  showLogo?: boolean
  /** False hides the header bar; the heading stays for screen readers. */
  show?: boolean
  /** Draws the back arrow. */
  onBackClick?: () => void
  /** Where in a longer way this screen stands, under the heading. */
  steps?: ReactNode
  /** What the screen is about: above the content on a phone, in its own left column on a desktop. */
  aside?: ReactNode
  /** As wide as its place: for tables, in the back office. */
  fluid?: boolean
  children: ReactNode
}

/**
 * One screen: header, heading, steps, what it is about, content.
 * `<Page title="Verifique o valor" steps={<Steps at="ticketCode" />} onBackClick={back} aside={<TicketCard ... />}>...</Page>`.
 * Sets the document's title and moves the focus to the heading when it replaces another screen.
 */
export function Page(props: PageProps) {
  const { title, showLogo, show, onBackClick, steps, aside, fluid, children } = {
    ...headerDefaults,
    ...props,
  }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!hasMoved()) return
    window.scrollTo(0, 0)
    // A screen that begins in a field of its own keeps the focus there.
    const content = document.getElementById('conteudo')
    if (!content?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    header.set({ title, showLogo, show, onBackClick: onBackClick ?? null })
  }, [title, showLogo, show, onBackClick])
  return (
    <div className={`${css.page} ${aside ? css.wide : fluid ? css.fluid : ''}`}>
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
      <main id="conteudo" className={aside ? css.columns : css.column}>
        {aside && <div className={css.aside}>{aside}</div>}
        <div className={css.content}>{children}</div>
      </main>
    </div>
  )
}

/** The foot of a screen: the primary action first, quiet ones after. Stays in reach of the thumb on phones. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

/** A lit panel for text or a form: the window's light. */
export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={css.panel}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  )
}
