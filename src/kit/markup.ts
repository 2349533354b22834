import { lookUp } from './text/lookUp.ts'

/** Markup that is already safe; anything else is escaped. */
export type Markup = { readonly html: string }

/** A template of HTML: every text put into it is escaped, in elements and in quoted attributes alike. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  const written = values.map((value) => {
    if (typeof value === 'string') return escaped(value)
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

/** A text as it stands in an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => lookUp(entities, character) ?? '')
}
