import { LoadView } from '../call/LoadView.tsx'
import type { ReactNode } from 'react'
import { buttonClass } from '../Button.tsx'
import type { IconName } from '../Icon.tsx'
import { hrefOf, useRoute } from '../route/routes.ts'
import { EmptyState, SearchForm } from './List.tsx'
import css from './List.module.css'
import { Pagination } from './Pagination.tsx'
import { Table, type TableProps } from './Table.tsx'
import { type ListEndpoint, type ListOptions, type PagedListState, usePagedList } from './usePagedList.ts'

type Props<T> = Omit<TableProps<T>, 'rows' | 'busy'> & {
  list: PagedListState<T>
  failed: string
  search?: string
  filters?: ReactNode
  empty: { icon: IconName; title: string; text: string; action?: ReactNode }
}

export function PagedList<T>({ list, failed, search, filters, empty, ...table }: Props<T>) {
  return (
    <>
      {(search !== undefined || !!filters) && (
        <div className={css.narrow}>
          {search !== undefined && <SearchForm label={search} focusOnMount />}
          {filters}
        </div>
      )}
      <LoadView load={list} failed={failed}>
        {({ data, meta }, refreshing) =>
          meta.total === 0 ? (
            list.isFiltered ? (
              <NoResults />
            ) : (
              <NoRecords {...empty} />
            )
          ) : (
            <>
              <Table {...table} rows={data} busy={refreshing} />
              <Pagination meta={meta} label={`Páginas de ${table.label.toLowerCase()}`} />
            </>
          )
        }
      </LoadView>
    </>
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
