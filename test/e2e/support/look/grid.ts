import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookFromAfar } from './devTools.ts'

/** On a desktop title, first column and footer begin at one left edge; two columns of 440 px stand beside each other. */
export async function expectOnGrid(page: Page): Promise<void> {
  const { first, edges, columns } = await page.evaluate(() => {
    scrollTo(0, 0)
    const box = (part?: Element | null) => part?.getBoundingClientRect()
    const shown = [...document.querySelectorAll('#conteudo > *')].filter(({ clientWidth }) => clientWidth > 0)
    const parts = [document.querySelector('h1'), shown[0], document.querySelector('footer > *')]
    return {
      first: (document.documentElement.clientWidth - 2 * 440 - 32) / 2,
      edges: parts.map((part) => box(part)?.left ?? NaN),
      columns: shown.map((column) => ({ width: box(column)?.width, top: box(column)?.top })),
    }
  })
  for (const edge of edges) expect(Math.abs(edge - first), `left edges: ${edges.join(', ')}`).toBeLessThan(1)
  const { top } = columns[0] ?? {}
  for (const column of columns) expect(column).toEqual({ width: 440, top })
}

/** 24 px before and after the actions of a group, 12 between them, where the page is so high that nothing sticks. */
export async function expectRhythm(page: Page, width: number): Promise<void> {
  await lookFromAfar(page, { width, height: 6_000 })
  expect(await page.evaluate(otherGaps), `gaps of actions, ${width} wide`).toEqual([])
}

/** In the page: each gap at a group of actions that has another height. */
function otherGaps(): string[] {
  // Neither a live region without text nor a dialog, but the room of what still loads and of the human check's line.
  const isSeen = (part: Element) =>
    part.clientHeight > (part.textContent?.trim() || part.querySelector('.tight > .lead') ? 0 : 40)
  const seen = (parts: Iterable<Element>) =>
    [...parts].filter((part) => isSeen(part) && !part.matches('dialog'))
  const otherGap = (upper: Element | undefined, lower: Element | undefined, px: number) => {
    if (!upper || !lower) return []
    const gap = lower.getBoundingClientRect().top - upper.getBoundingClientRect().bottom
    return Math.abs(gap - px) < 1 ? [] : [`${upper.textContent} | ${lower.textContent}: ${gap}`]
  }
  const groups = '[class*="_actions"], .group'
  return [...document.querySelectorAll(groups)].flatMap((group) => {
    const around = seen(group.parentElement?.children ?? [])
    const own = seen(group.children)
    if (!group.closest('#conteudo') || group.closest('dialog') || own.length === 0) return []
    const [before, after] = [around[around.indexOf(group) - 1], around[around.indexOf(group) + 1]]
    return [
      ...(before?.matches(groups) ? [] : otherGap(before, own[0], 24)),
      ...own.slice(1).flatMap((part, i) => otherGap(own[i], part, 12)),
      ...otherGap(own.at(-1), after?.matches(groups) ? seen(after.children)[0] : after, 24),
    ]
  })
}
