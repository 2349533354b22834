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
  return (
    <div className={css.foot}>
      <Live>{showingText(meta)}</Live>
      {pages.length > 0 && (
        <nav aria-label={label}>
          <ul className={css.pages}>
            {current > 1 && (
              <li>
                <a href={href(Math.min(current - 1, last))} aria-label="Página anterior">
                  <Icon name="back" size={20} />
                </a>
              </li>
            )}
            {pages.map((page) => (
              <li key={page}>
                <a
                  href={href(page)}
                  aria-label={`Página ${page}`}
                  aria-current={page === current ? 'page' : undefined}
                >
                  {page}
                </a>
              </li>
            ))}
            {current < last && (
              <li>
                <a href={href(current + 1)} aria-label="Próxima página">
                  <Icon name="next" size={20} />
                </a>
              </li>
            )}
          </ul>
        </nav>
      )}
    </div>
  )
}
