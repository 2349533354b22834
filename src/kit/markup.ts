import { lookUp } from './text/lookUp.ts'

export type Markup = { readonly html: string }

type Value = string | Markup | readonly Markup[] | undefined

/** Escapes all texts, in elements and quoted attributes; what is undefined is left out. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const written = values.map((value = '') => {
    if (typeof value === 'string') return escapeHtml(value)
    return 'html' in value ? value.html : value.map(({ html }) => html).join('')
  })
  return { html: parts.map((part, i) => part + (written[i] ?? '')).join('') }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => lookUp(entities, character) ?? '')
}
