/**
 * In the page: every text that is cut off while the page's text has this size: at a side of the screen, by a box that hides
 * what does not fit, or out of its own button.
 */
export function cutOff(size: string): string[] {
  const root = document.documentElement
  const before = root.style.fontSize
  root.style.fontSize = size
  const found = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const words = node.textContent?.trim() ?? ''
    const own = node.parentElement
    if (words === '' || !own || own.closest('.visually-hidden, script, style, template, [hidden], option'))
      continue
    if (!own.checkVisibility()) continue
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    if (text.width === 0) continue
    let sides = { left: 0, right: innerWidth }
    let scrolls = false
    let isHidden = false
    for (let box: Element | null = own; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      // What scrolls sideways can be brought into view.
      if (/auto|scroll/.test(style.overflowX)) scrolls = true
      // Only for who listens to the page.
      if (edge.width <= 1) isHidden = true
      const cuts = /hidden|clip/.test(style.overflowX) || box.matches('button, a')
      if (cuts) sides = { left: Math.max(sides.left, edge.left), right: Math.min(sides.right, edge.right) }
      const low = !isHidden && /hidden|clip/.test(style.overflowY) && text.bottom > edge.bottom + 1
      if (low) found.add(`${words.slice(0, 40)}: at the foot of ${box.tagName} ${box.className}`)
    }
    if (!scrolls && !isHidden && (text.left < sides.left - 1 || text.right > sides.right + 1))
      found.add(`${words.slice(0, 40)}: at the side`)
  }
  root.style.fontSize = before
  return [...found]
}
