/// <reference lib="dom" />
// What runs in the page: it is sent there as text, so nothing here may use anything outside.
import type axe from 'axe-core'

declare module 'axe-core' {
  interface Aria {
    getRole(element: Element): string | null
  }
}
declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * The point at which a finger would touch the element of this role and name, its focus and its value; or the reason why
 * nobody can.
 */
type Found = { x: number; y: number; focused: boolean; value: string } | { problem: string }

/**
 * The only visible element of this role with this name, or whose name begins with it when it ends with '...'. axe
 * computes roles and names, the same for every engine.
 */
export async function find(role: string, name: string): Promise<Found> {
  const { axe } = window
  // A button's label, which axe does not read.
  const labelOf = (element: Element) =>
    element instanceof HTMLButtonElement ? [...element.labels].map((label) => label.innerText).join(' ') : ''
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  const scope = dialogs.at(-1) ?? document
  axe.setup(document.documentElement)
  const candidates = [...scope.querySelectorAll<HTMLElement>('*')]
    .filter((element) => axe.commons.aria.getRole(element) === role && element.checkVisibility())
    .map((element) => ({
      element,
      name: axe.commons.text.accessibleText(element).trim() || labelOf(element),
    }))
  axe.teardown()
  const fits = (text: string) => (name.endsWith('...') ? text.startsWith(name.slice(0, -3)) : text === name)
  const [first, another] = candidates.filter((candidate) => fits(candidate.name))
  const others = candidates.map((candidate) => `'${candidate.name}'`).join(', ')
  if (!first) return { problem: `no ${role} is named '${name}', but ${others || 'none at all'}` }
  if (another) return { problem: `several: ${others}` }
  const { element } = first
  if (element.matches(':disabled, [aria-disabled=true]')) return { problem: 'it is disabled' }
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const place = () => element.getBoundingClientRect()
  const before = place()
  // Two frames later, because moving elements have moved on.
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
  const now = place()
  if (Math.abs(before.y - now.y) + Math.abs(before.x - now.x) > 0.5) return { problem: 'it moves' }
  const at = { x: now.x + now.width / 2, y: now.y + now.height / 2 }
  const hit = document.elementFromPoint(at.x, at.y)
  const label = hit?.closest('label')
  const value = element instanceof HTMLInputElement ? element.value : ''
  const found = { ...at, focused: document.activeElement === element, value }
  if (hit && (element.contains(hit) || label?.control === element)) return found
  return { problem: `at its middle lies ${hit?.outerHTML.slice(0, 200) ?? 'nothing'}` }
}

/** All faults of the current screen. */
export async function faults(): Promise<string[]> {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide on ${clientWidth}`)
  const area = document.querySelector('[aria-label="Notificações"]')
  const toasts = [...(area?.children ?? [])].reduce((sum, toast) => sum + toast.clientHeight + 16, 0)
  const { height = 0 } = area?.getBoundingClientRect() ?? {}
  if (height > toasts) found.push(`the notices take ${height} px where ${toasts} would do`)
  const { violations } = await window.axe.run(document, {
    resultTypes: ['violations'],
    // Text that is fading in has no contrast yet; the browser tests check colours.
    rules: { 'color-contrast': { enabled: false } },
  })
  for (const { id, nodes } of violations)
    found.push(`axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  return found
}
