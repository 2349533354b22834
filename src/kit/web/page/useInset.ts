import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Of what stands over the head or the foot of the page: the page keeps as much room free there as it is high, so that
 * it pushes and never covers. Answers the ref of that element; `shown`: whether it stands there now.
 */
export function useInset<E extends HTMLElement>(
  property: '--head-inset' | '--foot-inset',
  shown: boolean,
): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (!shown) return
    const { style } = document.documentElement
    const measure = () => style.setProperty(property, `${element.current?.offsetHeight ?? 0}px`)
    const watcher = new ResizeObserver(measure)
    if (element.current) watcher.observe(element.current)
    return () => {
      watcher.disconnect()
      style.removeProperty(property)
    }
  }, [property, shown])
  return element
}
