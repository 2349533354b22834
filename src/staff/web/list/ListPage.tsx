import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { EndpointList } from '#kit/web/list/PagedList.tsx'
import ops from '../backoffice/Ops.module.css'
import { ExportLinks } from '../backoffice/ExportLinks.tsx'
import { StaffPage } from '../frame/StaffPage.tsx'
import type { ListFilter } from './filters.tsx'

type BarProps = {
  filters: readonly ListFilter[]
  exportName?: string | undefined
  /** More export links. */
  children?: ReactNode
}

export function FilterBar({ filters, exportName, children }: BarProps) {
  return (
    <div className={ops.filters}>
      {filters.map(({ name, control }) => (
        <Fragment key={name}>{control}</Fragment>
      ))}
      {exportName !== undefined && <ExportLinks list={exportName} />}
      {children}
    </div>
  )
}

type Props<T> = Omit<ComponentProps<typeof EndpointList<T>>, 'label' | 'filters' | 'narrowedBy'> &
  Omit<BarProps, 'children'> & {
    title: string
    label?: string
    /** Content above the list. */
    children?: ReactNode
  }

/** A back-office list with search, filters, export, table and pages. */
export function ListPage<T>({ title, label = title, filters, exportName, children, ...list }: Props<T>) {
  return (
    <StaffPage title={title}>
      {children}
      <EndpointList
        {...list}
        label={label}
        narrowedBy={filters.map(({ name }) => name)}
        filters={filters.length > 0 && <FilterBar filters={filters} exportName={exportName} />}
      />
    </StaffPage>
  )
}
