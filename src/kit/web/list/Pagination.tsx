import type { ReactNode } from 'react'
import { Live } from '../notice/Live.tsx'
import { Icon } from '../Icon.tsx'
import { hrefOf, useRoute } from '../route/routes.ts'
import css from './List.module.css'
import { pagesAround, showingText, type Meta } from './pages.ts'

export function Pagination({ meta, label }: { meta: Meta; label: string }) {
  const { name, params, query } = useRoute()
  const href = (page: number) => hrefOf(name, params, { ...query, page: String(page) })
  const pages = pagesAround(meta.current_page, meta.last_page)
  const { current_page: current, last_page: last } = meta
  const link = (page: number, label: string, face: ReactNode) => (
    <li key={label}>
      <a href={href(page)} aria-label={label} aria-current={page === current ? 'page' : undefined}>
        {face}
      </a>
    </li>
  )
  return (
    <div className={css.foot}>
      <Live>{showingText(meta)}</Live>
      {pages.length > 0 && (
        <nav aria-label={label}>
          <ul className={css.pages}>
            {current > 1 &&
              link(Math.min(current - 1, last), 'Página anterior', <Icon name="back" size={20} />)}
            {pages.map((page) => link(page, `Página ${page}`, page))}
            {current < last && link(current + 1, 'Próxima página', <Icon name="next" size={20} />)}
          </ul>
        </nav>
      )}
    </div>
  )
}
