import { markup } from '#kit/markup.ts'

export function alertMail(
  texts: readonly string[],
  { lot, url }: { lot: string | null; url: string },
): { subject: string; text: string; html: string } {
  const [first = ''] = texts
  const lines = texts.map((text) => `${text}.`)
  return {
    subject: lot === null || first.includes(lot) ? first : `${lot}: ${first}`,
    text: [...(lot === null ? [] : [lot]), ...lines, url].join('\n\n'),
    html: [
      ...(lot === null ? [] : [markup`<p>${lot}</p>`.html]),
      ...lines.map((line) => markup`<p>${line}</p>`.html),
      markup`<p><a href="${url}">Abrir os avisos</a></p>`.html,
    ].join('\n'),
  }
}
