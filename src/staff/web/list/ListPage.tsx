import type { ComponentProps, ReactNode } from 'react'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import { ExportMenu } from '../backoffice/ExportMenu.tsx'
import { StaffPage } from '../frame/StaffPage.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { ListFilter } from './filters.tsx'

type Props<T> = Omit<
  ComponentProps<typeof EndpointList<T>>,
  'label' | 'filters' | 'narrowedBy' | 'actions'
> & {
  title: string
  label?: string
  filters: readonly ListFilter[]
  exportName?: string
  /** On the title's line, before 'Exportar'. */
  actions?: ReactNode
}

/** A back-office list with search, filters, export, table and pages. */
export function ListPage<T>(props: Props<T>) {
  const { title, label = title, filters, exportName, actions, ...list } = props
  return (
    <StaffPage
      title={title}
      back={null}
      actions={(actions || exportName) && <ListActions exportName={exportName}>{actions}</ListActions>}
    >
      <EndpointList
        {...list}
        label={label}
        narrowedBy={filters.map(({ name }) => name)}
        filters={filters.length > 0 && <FilterBar filters={filters} />}
      />
    </StaffPage>
  )
}

function ListActions({ exportName, children }: { exportName: string | undefined; children: ReactNode }) {
  return (
    <>
      {children}
      {exportName !== undefined && <ExportMenu lists={[{ list: exportName }]} />}
    </>
  )
}
