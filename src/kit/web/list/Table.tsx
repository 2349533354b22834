import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './Table.module.css'

export type Column<T> = { title: string; cell: (row: T) => ReactNode; numeric?: boolean; wideOnly?: boolean }

export type TableProps<T> = {
  label: string
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** The first column names the row. */
  columns: readonly [Column<T>, ...Column<T>[]]
  href?: ((row: T) => string) | undefined
  actions?: ((row: T) => ReactNode) | undefined
  busy?: boolean
}

export function Table<T>({ label, rows, keyOf, columns, href, actions, busy }: TableProps<T>) {
  const { box, ruler } = useCardLayout(rows)
  return (
    <div className={css.box} ref={box}>
      <i className={css.ruler} ref={ruler} aria-hidden="true" />
      <table className={css.table} aria-label={label} aria-busy={busy || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">Ações</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={href && css.leads}>
              <Cells row={row} columns={columns} href={href} />
              {actions && <td className={css.actions}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cells<T>({ row, columns, href }: Pick<TableProps<T>, 'columns' | 'href'> & { row: T }) {
  const [first, ...rest] = columns
  return (
    <>
      <th scope="row" className={classOf(first)}>
        {href ? <a href={href(row)}>{first.cell(row)}</a> : first.cell(row)}
      </th>
      {rest.map((column) => (
        <td key={column.title} className={classOf(column)} data-title={column.title}>
          <span className={css.value}>{column.cell(row)}</span>
        </td>
      ))}
    </>
  )
}

function classOf({ numeric, wideOnly }: { numeric?: boolean; wideOnly?: boolean }): string | undefined {
  const names = [numeric && css.numeric, wideOnly && css.wideOnly].filter(Boolean)
  return names.length === 0 ? undefined : names.join(' ')
}

/** Observes an empty ruler, because the card layout changes the table's own size. */
function useCardLayout(rows: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const table = box.current?.querySelector('table')
    if (!ruler.current || !table) return
    applyLayout(table, ruler.current.offsetWidth)
    const observer = new ResizeObserver(
      ([measured]) => measured && applyLayout(table, measured.contentRect.width),
    )
    observer.observe(ruler.current)
    return () => observer.disconnect()
  }, [rows])
  return { box, ruler }
}

function applyLayout(table: HTMLTableElement, width: number): void {
  const isPhone = matchMedia('(max-width: 44.99em)').matches
  if (!isPhone) delete table.dataset['cards']
  if (isPhone || table.offsetWidth > width + 1) table.dataset['cards'] = ''
}
