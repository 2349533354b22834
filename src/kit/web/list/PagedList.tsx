import type { ReactNode } from 'react'
import { buttonClass } from '../Button.tsx'
import type { IconName } from '../Icon.tsx'
import { LoadFailed } from '../notice/LoadFailed.tsx'
import { hrefOf, useRoute } from '../route/routes.ts'
import { Skeleton } from '../Skeleton.tsx'
import { Empty, Search } from './List.tsx'
import css from './List.module.css'
import { Pagination } from './Pagination.tsx'
import { Table, type TableProps } from './Table.tsx'
import { type ListEndpoint, type PagedListOf, usePagedList } from './usePagedList.ts'

type Props<T> = Omit<TableProps<T>, 'rows' | 'busy'> & {
  list: PagedListOf<T>
  failed: string
  /** A label; the field gets the focus. */
  search?: string
  filters?: ReactNode
  empty: { icon: IconName; title: string; text: string; action?: ReactNode }
}

export function PagedList<T>({ list, failed, search, filters, empty, ...table }: Props<T>) {
  const { view, reload, narrowed } = list
  return (
    <>
      {(search !== undefined || filters !== undefined) && (
        <div className={css.narrow}>
          {search !== undefined && <Search label={search} startsHere />}
          {filters}
        </div>
      )}
      {view.state === 'loading' && <Skeleton lines={8} label="Buscando dados, aguarde..." />}
      {view.state === 'failed' && <LoadFailed title={failed} failure={view.failure} reload={reload} />}
      {view.state === 'ready' &&
        view.value.meta.total === 0 &&
        (narrowed ? <NoHit /> : <Nothing {...empty} />)}
      {view.state === 'ready' && view.value.meta.total > 0 && (
        <>
          <Table {...table} rows={view.value.data} busy={view.refreshing} />
          <Pagination meta={view.value.meta} label={`Páginas de ${table.label.toLowerCase()}`} />
        </>
      )}
    </>
  )
}

function Nothing({ icon, title, text, action }: Props<unknown>['empty']) {
  return (
    <Empty icon={icon} title={title}>
      <p>{text}</p>
      {action}
    </Empty>
  )
}

function NoHit() {
  const { name, params } = useRoute()
  return (
    <Empty icon="search" title="Nada encontrado">
      <p>Confira o que você digitou e os filtros, ou limpe a busca para ver todos os registros.</p>
      <a href={hrefOf(name, params)} className={buttonClass('plain')}>
        Limpar busca
      </a>
    </Empty>
  )
}

type CallListProps<T> = Omit<Props<T>, 'list'> & {
  endpoint: ListEndpoint<T>
  /** Query names besides `q` and `page`. */
  narrowedBy?: readonly string[]
}

/** The paged list of a call. */
export function CallList<T>({ endpoint, narrowedBy = [], ...list }: CallListProps<T>) {
  return <PagedList {...list} list={usePagedList(endpoint, { filters: narrowedBy })} />
}
