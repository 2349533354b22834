import type { Page } from 'playwright-core'
import { devToolsOf } from './devTools.ts'

/** What is cut off when the browser's text size is set (%): sizes in `em` and `rem` and breakpoints scale with it. */
export async function cutOffWithText(page: Page, sizes: readonly number[]): Promise<string[]> {
  const devTools = await devToolsOf(page)
  const found: string[] = []
  try {
    for (const size of sizes) {
      const standard = (16 * size) / 100
      await devTools.send('Page.setFontSizes', { fontSizes: { standard } })
      found.push(...(await page.evaluate(cutOff, `${standard}px`)).map((text) => `${size} %: ${text}`))
    }
  } finally {
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  }
  return found
}

/**
 * In the page: every text that is cut off at a side of the screen, by a box, or outside its button; text that needs
 * sideways scrolling; text smaller than requested; and each word of a heading, button, label or table head that is split
 * between two lines.
 */
async function cutOff(asked: string): Promise<string[]> {
  // Waits a frame for layout, and one for resize observers.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const found = new Set<string>()
  const { fontSize } = getComputedStyle(document.documentElement)
  if (fontSize !== asked) found.add(`the page's text is of ${fontSize}, not of ${asked}`)
  const sideways = [document.documentElement, ...document.querySelectorAll('dialog[open]')]
  for (const box of sideways)
    if (box.scrollWidth > box.clientWidth)
      found.add(`${box.tagName} is ${box.scrollWidth - box.clientWidth} px wider than it is seen`)
  const asBox = (box: Element) => {
    const { overflowX, overflowY } = getComputedStyle(box)
    return {
      edge: box.getBoundingClientRect(),
      // Content that scrolls sideways can be reached.
      scrolls: /auto|scroll/.test(overflowX),
      cuts: /hidden|clip/.test(overflowX) || box.matches('button, a'),
      cutsLow: /hidden|clip/.test(overflowY),
    }
  }
  // One box contains many texts.
  const boxes = new Map<Element, ReturnType<typeof asBox>>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const wholeWords = 'h1, h2, h3, header, button, a[class*=button], label, legend, thead th'
  const findSplitWords = (node: Text) => {
    for (const { 0: word, index } of node.data.matchAll(/[^\s/-]+/g)) {
      // An address may break anywhere.
      if (word.includes('@')) continue
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const [first, ...more] = [...range.getClientRects()].filter(({ width }) => width > 1)
      const isSplit = first && more.some(({ top }) => top > first.top + first.height / 2)
      if (isSplit) found.add(`${word}: split between two lines`)
    }
  }
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!(node instanceof Text)) continue
    const words = node.textContent?.trim() ?? ''
    const own = node.parentElement
    if (words === '' || !own || own.closest('.visually-hidden, script, style, template, [hidden], option'))
      continue
    if (!own.checkVisibility()) continue
    if (own.closest(wholeWords)) findSplitWords(node)
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width === 0) continue
    let sides = { left: 0, right: innerWidth }
    let scrolls = false
    let isHidden = false
    for (let box: Element | null = own; box && box !== document.body; box = box.parentElement) {
      const known = boxes.get(box) ?? asBox(box)
      boxes.set(box, known)
      const { edge } = known
      if (known.scrolls) scrolls = true
      // Only for screen readers.
      if (edge.width <= 1) isHidden = true
      if (known.cuts)
        sides = { left: Math.max(sides.left, edge.left), right: Math.min(sides.right, edge.right) }
      const low = !isHidden && known.cutsLow && text.bottom > edge.bottom + 1
      if (low) found.add(`${words.slice(0, 40)}: at the foot of ${box.tagName} ${box.className}`)
    }
    if (!scrolls && !isHidden && (text.left < sides.left - 1 || text.right > sides.right + 1))
      found.add(`${words.slice(0, 40)}: at the side`)
  }
  return [...found]
}
