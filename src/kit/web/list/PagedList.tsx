import { LoadView } from '../call/LoadView.tsx'
import type { ReactNode } from 'react'
import { buttonClass } from '../Button.tsx'
import { LiveRegion } from '../notice/LiveRegion.tsx'
import type { IconName } from '../Icon.tsx'
import { hrefOf, useRoute } from '../route/routes.ts'
import { EmptyState } from './List.tsx'
import css from './List.module.css'
import { LiveSearch, type SearchedBy } from './LiveSearch.tsx'
import { formatCount, type Nouns, type PageMeta } from './pages.ts'
import { Pagination } from './Pagination.tsx'
import { Table, type TableProps } from './Table.tsx'
import { type ListEndpoint, type ListOptions, type PagedListState, usePagedList } from './usePagedList.ts'

type Props<T> = Omit<TableProps<T>, 'rows' | 'busy'> & {
  list: PagedListState<T>
  failed: string
  nouns: Nouns
  /** Shows what the rows of all pages add up to. */
  summed?: true
  search?: string
  onSearch?: (by: SearchedBy) => void
  filters?: ReactNode
  /** Between the search and the rows. */
  note?: ReactNode
  empty: { icon: IconName; title: string; text: string; action?: ReactNode }
}

export function PagedList<T>(props: Props<T>) {
  const { list, failed, search, onSearch, filters, note, empty, nouns, summed, ...table } = props
  const { view, isFiltered } = list
  return (
    <div className="stack">
      {(search !== undefined || !!filters) && (
        <div className={css.narrow}>
          {search !== undefined && <LiveSearch label={search} onSearch={onSearch} />}
          {filters}
        </div>
      )}
      {note}
      <CountLine
        meta={view.state === 'ready' && (isFiltered || view.value.meta.total > 0) ? view.value.meta : null}
        nouns={nouns}
        summed={summed}
      />
      <LoadView load={list} failed={failed}>
        {({ data, meta }, refreshing) =>
          meta.total === 0 ? (
            isFiltered ? (
              <NoResults />
            ) : (
              <NoRecords {...empty} />
            )
          ) : (
            <>
              <Table {...table} rows={data} busy={refreshing} />
              <Pagination meta={meta} label={`Páginas de ${table.label.toLowerCase()}`} isCounted />
            </>
          )
        }
      </LoadView>
    </div>
  )
}

type CountProps = Pick<Props<unknown>, 'nouns' | 'summed'> & { meta: PageMeta | null }

/** Says a new count and a new page once. */
function CountLine({ meta, nouns, summed }: CountProps) {
  return (
    <LiveRegion className={css.count}>
      {meta && (
        <>
          <strong>{formatCount(meta, nouns)}</strong>
          {summed && meta.sum && <span> · </span>}
          {summed && meta.sum && <strong translate="no">{`R$ ${meta.sum.valueHuman}`}</strong>}
          {meta.last_page > 1 && <span className="visually-hidden">{`, página ${meta.current_page}`}</span>}
        </>
      )}
    </LiveRegion>
  )
}

function NoRecords({ icon, title, text, action }: Props<unknown>['empty']) {
  return (
    <EmptyState icon={icon} title={title}>
      <p>{text}</p>
      {action}
    </EmptyState>
  )
}

function NoResults() {
  const { name, params } = useRoute()
  return (
    <EmptyState icon="search" title="Nada encontrado">
      <p>Confira o que você digitou e os filtros, ou limpe a busca para ver todos os registros.</p>
      <a href={hrefOf(name, params)} className={buttonClass('plain')}>
        Limpar busca
      </a>
    </EmptyState>
  )
}

type EndpointListProps<T> = Omit<Props<T>, 'list' | 'actions'> &
  Omit<ListOptions, 'filterNames'> & {
    endpoint: ListEndpoint<T>
    /** Query names besides `q` and `page`. */
    narrowedBy?: readonly string[]
    actions?: (row: T, reload: () => void) => ReactNode
  }

export function EndpointList<T>(props: EndpointListProps<T>) {
  const { endpoint, narrowedBy: filters = [], params = {}, fixed = {}, actions, ...shown } = props
  const list = usePagedList<T>(endpoint, { filterNames: filters, params, fixed })
  return <PagedList<T> {...shown} list={list} actions={actions && ((row) => actions(row, list.reload))} />
}
