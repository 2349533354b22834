import { foldForSearch } from '#kit/brazil.ts'
import { hrefOf } from '#kit/web/route/routes.ts'
import type { Area } from '#staff/web/frame/backoffice.ts'
import type { LookedAt } from '#staff/web/frame/lookedAt.ts'
import { type Found, foundKindTexts, shortestSearch } from '../backoffice.ts'

/** `to` is the address of a screen. */
export type Result = {
  readonly group: string
  readonly title: string
  readonly detail: string
  readonly to: string
}

export type SearchState = 'waiting' | 'ready' | 'failed'

export function foundResults(found: readonly Found[]): Result[] {
  return found.map(({ kind, title, detail, to }) => ({ group: foundKindTexts[kind], title, detail, to }))
}

export function recentResults(things: readonly LookedAt[]): Result[] {
  return things.map(({ title, to }) => ({ group: 'Vistos por último', title, detail: '', to }))
}

/** The screens, and sections of screens, whose name begins a word with the text. */
export function screenResults(areas: readonly Area[], text: string): Result[] {
  const sought = foldForSearch(text)
  return areas
    .flatMap(({ title, to, sections = [] }) => [
      { title, detail: '', href: hrefOf(to) },
      ...sections.map(({ id, title: name }) => ({
        title: name,
        detail: title,
        href: hrefOf(to, {}, { section: id }),
      })),
    ])
    .filter(({ title }) => ` ${foldForSearch(title)}`.includes(` ${sought}`))
    .map(({ href, ...named }) => ({ group: 'Telas', ...named, to: href.replace(/^#/, '') }))
}

/** Of consecutive results of one group. */
export function groupsOf(results: readonly Result[]): { name: string; rows: Result[] }[] {
  const groups: { name: string; rows: Result[] }[] = []
  for (const result of results) {
    const last = groups[groups.length - 1]
    if (last?.name === result.group) last.rows.push(result)
    else groups.push({ name: result.group, rows: [result] })
  }
  return groups
}

export function messageOf(state: SearchState, text: string, count: number): string {
  if (state === 'failed') return 'Não foi possível buscar. Tente de novo.'
  if (text.trim().length < shortestSearch) return ''
  if (count > 0) return count === 1 ? '1 resultado' : `${count} resultados`
  return state === 'waiting' ? 'Buscando...' : 'Nada encontrado.'
}

/** A ticket's code, a token or a receipt: Enter opens what it names. */
export function isWholeName(text: string): boolean {
  return /^\d{13}$|^[0-9a-f]{32}$/i.test(text.replace(/\s/g, '')) || text.includes('GR1.')
}
