import { generateKeyPairSync, sign } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { qrCodePng } from '#kit/server/http/qrCodeImage.ts'
import { pool, statement } from './database.ts'
import type { Typed } from './session.ts'
import { reais } from './stay.ts'

type Job = { id: number; unique_key: string; payload: { paymentId: number } }
type Receipt = {
  payer: Typed
  amount_cents: number
  paid_at: Date
  exit_deadline_at: Date
  ticket_code: string
  time_zone: string
  lot_name: string
  entered_at: Date
  card_brand: string
  card_last_digits: string
  nsu: string | null
  authorisation_code: string | null
}

const claimJob = statement<Job>(
  'claim_job',
  `update job set lease_until_at = now() + interval '1 minute', tries = tries + 1 where id = (
     select id from job where done_at is null and dead_at is null and run_at <= now()
       and (lease_until_at is null or lease_until_at < now())
     order by run_at limit 1 for no key update skip locked) returning id, unique_key, payload`,
)
const readReceipt = statement<Receipt>(
  'read_receipt',
  `select p.payer, p.amount_cents, p.paid_at, p.exit_deadline_at, p.ticket_code, p.time_zone, l.name as lot_name,
     t.entered_at, a.card_brand, a.card_last_digits, a.nsu, a.authorisation_code
   from payment p join ticket t on t.id = p.ticket_id join lot l on l.id = t.lot_id
     join attempt a on a.payment_id = p.id and a.state = 'captured' where p.id = $1`,
)
const insertMail = statement(
  'insert_mail',
  `insert into mail (unique_key, recipient, subject, html, text, at) values ($1, $2, $3, $4, $5, $6)
   on conflict (unique_key) do nothing`,
)
const endJob = statement('end_job', 'update job set done_at = now() where id = $1')

const transport = createTransport({ url: process.env['SMTP_URL'] ?? '', pool: true, maxConnections: 1 })

const { privateKey } = generateKeyPairSync('ed25519')

/** Works at receipts until none is due; answers how many it sent. A job whose mail fails is due again after its lease. */
export async function sendReceipts(): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    const [job] = await claimJob(pool)
    if (!job) return sent
    const [receipt] = await readReceipt(pool, job.payload.paymentId)
    if (!receipt) throw new Error('a receipt without a payment')
    const { address, attachments } = receiptFiles(job.payload.paymentId, receipt)
    const mail = { to: receipt.payer.account?.email ?? '', ...written(receipt, address) }
    await transport.sendMail({
      from: 'Plain <plain@example.com>',
      messageId: `<${job.unique_key}@plain>`,
      attachments,
      ...mail,
    })
    await insertMail(pool, job.unique_key, mail.to, mail.subject, mail.html, mail.text, new Date())
    await endJob(pool, job.id)
  }
}

function written(receipt: Receipt, address: string): { subject: string; text: string; html: string } {
  const format = new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: receipt.time_zone,
  })
  const [amount, until] = [reais(receipt.amount_cents), format.format(receipt.exit_deadline_at)]
  const lines: [string, string][] = [
    ['Estacionamento', receipt.lot_name],
    ['Ticket', receipt.ticket_code],
    ['Entrada', format.format(receipt.entered_at)],
    ['Pago em', format.format(receipt.paid_at)],
    ['Sair até', until],
    ['Valor', amount],
    ['Cartão', `${receipt.card_brand} final ${receipt.card_last_digits}`],
    ['NSU', receipt.nsu ?? ''],
    ['Autorização', receipt.authorisation_code ?? ''],
    ['Pagador', receipt.payer.account?.name ?? ''],
    ['Conferir recibo', address],
  ]
  const rows = lines.map(([label, value]) => `<tr><th>${escaped(label)}</th><td>${escaped(value)}</td></tr>`)
  return {
    subject: `Recibo do estacionamento: ${amount}, sair até ${until}`,
    text: lines.map(([label, value]) => `${label}: ${value}`).join('\n'),
    html: `<!doctype html><html lang="pt-BR"><body><h1>Recibo</h1><table>${rows.join('')}</table><img src="cid:receipt" alt="Código do recibo"></body></html>`,
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Attachment = { filename: string; contentType: string; content: Buffer | string; cid?: string }

/** What the receipt's mail carries as the portal's does: its signed address, as a code too, and the deadline as a calendar's file. */
function receiptFiles(paymentId: number, receipt: Receipt): { address: string; attachments: Attachment[] } {
  const { ticket_code: code, amount_cents: cents, paid_at: paidAt, exit_deadline_at: until } = receipt
  const proof = Buffer.from(JSON.stringify([paymentId, code, cents, paidAt, until])).toString('base64url')
  const signature = sign(null, Buffer.from(proof), privateKey).toString('base64url')
  const address = `https://plain.example.com/r/#${proof}.${signature}`
  // The portal's own drawing: the `qrcode` package's takes 17 ms, more than the rest of plain's purchase.
  const image = Buffer.from(qrCodePng(address))
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
