/** A table of Markdown; cells are written as they are. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export function code(text: string): string {
  return `\`${text}\``
}

/** The text with `content` between `<!-- name -->` and `<!-- /name -->`; throws where the marks are missing. */
export function between(text: string, name: string, content: string): string {
  const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!marks.test(text)) throw new Error(`the marks of ${name} are missing`)
  return text.replace(marks, (_, before: string, after: string) => `${before}${content}\n${after}`)
}
