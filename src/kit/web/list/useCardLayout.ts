import { useLayoutEffect, useRef } from 'react'

/**
 * Shows table rows as cards when the columns do not fit, and on phones. It observes a ruler, because the cards
 * change the table's own height.
 */
export function useCardLayout(rows: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const table = box.current?.querySelector('table')
    if (!ruler.current || !table) return
    // The observer calls once before the first paint.
    const observer = new ResizeObserver(([measured]) => measured && choose(table, measured.contentRect.width))
    observer.observe(ruler.current)
    return () => observer.disconnect()
  }, [rows])
  return { box, ruler }
}

function choose(table: HTMLTableElement, width: number): void {
  // Each measurement of the table causes a layout.
  const isPhone = matchMedia('(max-width: 44.99em)').matches
  if (!isPhone) delete table.dataset['cards']
  if (isPhone || table.offsetWidth > width + 1) table.dataset['cards'] = ''
}
