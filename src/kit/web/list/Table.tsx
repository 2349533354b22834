import { Fragment, type ReactNode, useLayoutEffect, useRef } from 'react'
import { hashLocation } from '../route/location.ts'
import { openedList } from './openedList.ts'
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
  /** What stands below the row; null without. */
  under?: (row: T) => ReactNode
  busy?: boolean
}

export function Table<T>({ label, rows, keyOf, columns, href, actions, under, busy }: TableProps<T>) {
  const { box, ruler } = useCardLayout(rows)
  const onOpen = () => {
    const title = document.querySelector('h1')?.textContent ?? label
    if (href) openedList.set({ title, address: `#${hashLocation.get()}`, rows: rows.map(href) })
  }
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
            <Fragment key={keyOf(row)}>
              <tr className={href && css.leads}>
                <Cells row={row} columns={columns} href={href} onOpen={onOpen} />
                {actions && <td className={css.actions}>{actions(row)}</td>}
              </tr>
              <RowBelow columns={columns.length + (actions ? 1 : 0)}>{under?.(row)}</RowBelow>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellsProps<T> = Pick<TableProps<T>, 'columns' | 'href'> & { row: T; onOpen: () => void }

function Cells<T>({ row, columns, href, onOpen }: CellsProps<T>) {
  const [first, ...rest] = columns
  return (
    <>
      <th scope="row" className={classOf(first)}>
        {href ? (
          <a href={href(row)} onClick={onOpen}>
            {first.cell(row)}
          </a>
        ) : (
          first.cell(row)
        )}
      </th>
      {rest.map((column) => (
        <td key={column.title} className={classOf(column)} data-title={column.title}>
          <span className={css.value}>{column.cell(row)}</span>
        </td>
      ))}
    </>
  )
}

function RowBelow({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null
  return (
    <tr>
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}

function classOf({ numeric, wideOnly }: { numeric?: boolean; wideOnly?: boolean }): string | undefined {
  const names = [numeric && css.numeric, wideOnly && css.wideOnly].filter(Boolean)
  return names.length === 0 ? undefined : names.join(' ')
}

/**
 * Shows the rows as cards where the table is wider than its box. A table that shows cards is tried as a table again
 * only when the box changes its width: an empty ruler is observed, because the cards change the table's own size.
 */
function useCardLayout(rows: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const table = box.current?.querySelector('table')
    if (!ruler.current || !table) return
    let measuredWidth = ruler.current.offsetWidth
    const observer = new ResizeObserver(([measured]) => {
      if (!measured || measured.contentRect.width === measuredWidth) return
      measuredWidth = measured.contentRect.width
      delete table.dataset['cards']
      showCardsWhereWider(table, measuredWidth)
    })
    observer.observe(ruler.current)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    const table = box.current?.querySelector('table')
    if (ruler.current && table) showCardsWhereWider(table, ruler.current.offsetWidth)
  }, [rows])
  return { box, ruler }
}

function showCardsWhereWider(table: HTMLTableElement, width: number): void {
  const isPhone = matchMedia('(max-width: 44.99em)').matches
  if (isPhone || table.offsetWidth > width + 1) table.dataset['cards'] = ''
}
