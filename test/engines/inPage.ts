/// <reference lib="dom" />
// What runs in the page: it is sent there as text, so nothing here may use what stands outside.
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
 * Where a finger would touch the element of this role and name, whether it has the focus, and what is typed in it; or why
 * nobody can, for who waits for it.
 */
type Found = { x: number; y: number; focused: boolean; value: string } | { problem: string }

/**
 * The only element to be seen of this role whose name is this one, or begins with it when it ends with '...'. Roles and
 * names are computed by axe, so that every engine is asked the same question.
 */
export async function find(role: string, name: string): Promise<Found> {
  const { axe } = window
  // A button has a label as a field has, which axe does not read.
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
  // Drawn twice: what slides in has gone on meanwhile, however late this machine draws.
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

/** What is wrong with the screen as it stands, whatever it shows. */
export async function faults(): Promise<string[]> {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide on ${clientWidth}`)
  const area = document.querySelector('[popover][aria-label="Notificações"]')
  const toasts = [...(area?.children ?? [])].reduce((sum, toast) => sum + toast.clientHeight + 16, 0)
  const { height = 0 } = area?.getBoundingClientRect() ?? {}
  if (height > toasts) found.push(`the notices take ${height} px where ${toasts} would do`)
  const { violations } = await window.axe.run(document, {
    resultTypes: ['violations'],
    // Half faded in, nothing has its contrast yet; the browser tests look at colours.
    rules: { 'color-contrast': { enabled: false } },
  })
  for (const { id, nodes } of violations)
    found.push(`axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  return found
}
