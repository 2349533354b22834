import { generateKeyPairSync, sign } from 'node:crypto'
import { codePng } from '#kit/server/http/codeImage.ts'
import type { Receipt } from './receipt.ts'

const { privateKey } = generateKeyPairSync('ed25519')

type Attachment = { filename: string; contentType: string; content: Buffer | string; cid?: string }

/** What the receipt's mail carries as the portal's does: its signed address, as a code too, and the deadline as a calendar's file. */
export function receiptFiles(
  paymentId: number,
  receipt: Receipt,
): { address: string; attachments: Attachment[] } {
  const { ticket_code: code, amount_cents: cents, paid_at: paidAt, exit_deadline_at: until } = receipt
  const proof = Buffer.from(JSON.stringify([paymentId, code, cents, paidAt, until])).toString('base64url')
  const signature = sign(null, Buffer.from(proof), privateKey).toString('base64url')
  const address = `https://plain.example.com/r/#${proof}.${signature}`
  // The portal's own drawing: the `qrcode` package's takes 17 ms, more than the rest of plain's purchase.
  const image = Buffer.from(codePng(address))
  return {
    address,
    attachments: [
      { filename: 'recibo.png', contentType: 'image/png', content: image, cid: 'receipt' },
      { filename: 'prazo.ics', contentType: 'text/calendar; charset=utf-8', content: calendar(receipt) },
    ],
  }
}

function calendar({ ticket_code: code, lot_name: lot, paid_at: paidAt, exit_deadline_at: until }: Receipt) {
  const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plain//PT',
    'BEGIN:VEVENT',
    `UID:${code}-${stamp(paidAt)}@plain.example.com`,
    `DTSTAMP:${stamp(paidAt)}`,
    `DTSTART:${stamp(paidAt)}`,
    `DTEND:${stamp(until)}`,
    `SUMMARY:Sair até ${lot}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Sair',
    'TRIGGER;RELATED=END:-PT5M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.join('\r\n')}\r\n`
}
