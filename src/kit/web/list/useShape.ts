import { useLayoutEffect, useRef } from 'react'

/**
 * Where the columns of the table inside this box do not fit, its rows are cards (`data-cards`): on a narrow screen, with
 * large text, with long names. On a phone they always are. Looked at before it is drawn, for other rows and whenever the
 * ruler changes, which is as wide as the box and as high as its text: its height is not the table's, which this changes.
 */
export function useShape(rows: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const table = box.current?.querySelector('table')
    if (!ruler.current || !table) return
    // Told once at the start too, after the layout and before anything is drawn.
    const observer = new ResizeObserver(([measured]) => measured && choose(table, measured.contentRect.width))
    observer.observe(ruler.current)
    return () => observer.disconnect()
  }, [rows])
  return { box, ruler }
}

function choose(table: HTMLTableElement, width: number): void {
  // Nothing to measure: each look at a table's width lays it out anew.
  const isPhone = matchMedia('(max-width: 44.99em)').matches
  if (!isPhone) delete table.dataset['cards']
  if (isPhone || table.offsetWidth > width + 1) table.dataset['cards'] = ''
}
