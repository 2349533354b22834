import { useLayoutEffect, useRef } from 'react'

/**
 * Where the columns of the table inside this box do not fit, its rows are cards (`data-cards`): on a narrow screen, with
 * large text, with long names. On a phone they always are. Looked at before it is drawn, and whenever the box changes.
 */
export function useShape(rows: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const around = box.current
    const table = around?.querySelector('table')
    if (!around || !table) return
    const choose = () => {
      delete table.dataset['cards']
      const fits = table.offsetWidth <= around.clientWidth + 1
      if (!fits || matchMedia('(max-width: 44.99em)').matches) table.dataset['cards'] = ''
    }
    choose()
    const observer = new ResizeObserver(choose)
    observer.observe(around)
    return () => observer.disconnect()
  }, [rows])
  return box
}
