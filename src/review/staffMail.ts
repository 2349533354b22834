import { markup } from '#kit/markup.ts'

export type StaffMail = { subject: string; text: string; html: string }

/** A mail to the operator: a paragraph for each line, then the links. */
export function staffMail(
  subject: string,
  lines: readonly string[],
  links: readonly { text: string; url: string }[] = [],
): StaffMail {
  const paragraphs = [
    ...lines.map((line) => markup`<p>${line}</p>`.html),
    ...links.map(({ text, url }) => markup`<p><a href="${url}">${text}</a></p>`.html),
  ]
  const text = [...lines, ...links.map(({ url }) => url)].join('\n\n')
  return { subject, text, html: paragraphs.join('\n') }
}
