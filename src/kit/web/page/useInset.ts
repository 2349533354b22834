import { useEffect, useRef } from 'react'

/** Sets the CSS property to the height of the returned ref's element. */
export function useInset<E extends HTMLElement>(
  property: `--${'head' | 'foot' | 'notice'}-inset`,
  shown: boolean,
) {
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
