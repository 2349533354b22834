export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Pictures that travel with it; the HTML names them as `cid:...`. */
  images?: readonly { cid: string; type: 'image/png'; content: Uint8Array }[]
}

/** Who sends it, and what names it. */
type Sent = { from: { name: string; address: string }; messageId: string; at: Date }

/**
 * A mail as it goes over the line. Whatever a person typed is in base64 there, in the header too, so that nothing of it can
 * be read as a line of its own, and no part as the end of another.
 */
export function mimeOf({ to, subject, html, text, images = [] }: Mail, sent: Sent): Buffer {
  const { name, address } = sent.from
  const shown = part('text/html; charset=utf-8', Buffer.from(html))
  const pictures = images.map(({ cid, type, content }) =>
    part(`${type}; name="${cid}.png"`, Buffer.from(content), [
      `Content-ID: <${cid}>`,
      `Content-Disposition: inline; filename="${cid}.png"`,
    ]),
  )
  const said = part('text/plain; charset=utf-8', Buffer.from(text))
  const lines = [
    `From: ${name === '' ? '' : `${word(name)} `}<${address}>`,
    `To: <${to}>`,
    `Subject: ${word(subject)}`,
    `Message-ID: ${sent.messageId}`,
    `Date: ${sent.at.toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    multipart('alternative', [
      said,
      pictures.length > 0 ? multipart('related', [shown, ...pictures]) : shown,
    ]),
  ]
  return Buffer.from(lines.join('\r\n'))
}

function multipart(kind: 'alternative' | 'related', parts: readonly string[]): string {
  // No base64 has these characters.
  const border = `=_${kind}`
  const all = parts.map((one) => `--${border}\r\n${one}`).join('')
  return `Content-Type: multipart/${kind}; boundary="${border}"\r\n\r\n${all}--${border}--\r\n`
}

function part(type: string, content: Buffer, headers: readonly string[] = []): string {
  const lines = [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...headers]
  return `${lines.join('\r\n')}\r\n\r\n${content.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`
}

/** An encoded word of so many bytes leaves room for the header's name in a line of 76 characters. */
const wordBytes = 36

/** Text in a header: as encoded words of RFC 2047, which end between two characters. */
function word(text: string): string {
  const words: string[] = []
  let taken = ''
  for (const character of text) {
    if (Buffer.byteLength(taken + character) > wordBytes) {
      words.push(taken)
      taken = ''
    }
    taken += character
  }
  return [...words, taken].map((one) => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ')
}
