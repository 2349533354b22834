import type { Page } from 'playwright-core'

/** In the page: each layout shift since the last reading, with the moved elements (https://web.dev/articles/cls). */
export const countMoves = `globalThis.moved = []
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',')
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        moved.push(value.toFixed(4) + ' ' + sources.map(({ node, previousRect, currentRect }) =>
          (node?.textContent ?? '').slice(0, 60) + ' ' + place(previousRect) + ' > ' + place(currentRect)).join(' | '))
    }).observe({ type: 'layout-shift', buffered: true })`

/** Two frames later: a browser reports a layout shift after the frame that showed it. */
export function readMoves(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved.splice(0)))))',
  )
}
