import type { ReactNode } from 'react'
import { LiveRegion } from '../notice/LiveRegion.tsx'
import { Icon } from '../Icon.tsx'
import { hrefOf, useRoute } from '../route/routes.ts'
import css from './List.module.css'
import { pagesAround, formatShownRange, type PageMeta } from './pages.ts'

/** With `isCounted` a text above the list says the count. */
type Props = { meta: PageMeta; label: string; isCounted?: true }

export function Pagination({ meta, label, isCounted }: Props) {
  const { name, params, query } = useRoute()
  const href = (page: number) => hrefOf(name, params, { ...query, page: String(page) })
  const pages = pagesAround(meta.current_page, meta.last_page)
  const { current_page: current, last_page: last } = meta
  return (
    <div className={css.foot}>
      {isCounted ? <p>{formatShownRange(meta)}</p> : <LiveRegion>{formatShownRange(meta)}</LiveRegion>}
      {pages.length > 0 && (
        <nav aria-label={label}>
          <ul className={css.pages}>
            {current > 1 && (
              <PageLink href={href(Math.min(current - 1, last))} label="Página anterior">
                <Icon name="back" size={20} />
              </PageLink>
            )}
            {pages.map((page) => (
              <PageLink key={page} href={href(page)} label={`Página ${page}`} current={page === current}>
                {page}
              </PageLink>
            ))}
            {current < last && (
              <PageLink href={href(current + 1)} label="Próxima página">
                <Icon name="next" size={20} />
              </PageLink>
            )}
          </ul>
        </nav>
      )}
    </div>
  )
}

type LinkProps = { href: string; label: string; current?: boolean; children: ReactNode }

function PageLink({ href, label, current, children }: LinkProps) {
  return (
    <li>
      <a href={href} aria-label={label} aria-current={current ? 'page' : undefined}>
        {children}
      </a>
    </li>
  )
}
