import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { portalUrl } from './portal.ts'

const demoSchema = z.object({
  tickets: z.array(z.object({ code: z.string(), note: z.string() })),
  device_key: z.string(),
  cards: z.array(z.object({ number: z.string(), note: z.string() })),
  acquirer_url: z.string(),
})
const mailSchema = z.array(
  z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
)

/** What a person finds at the start: the printed tickets and cards. */
export async function printed() {
  return z.parse(demoSchema, await (await fetch(`${portalUrl()}/dev/demo`)).json())
}

/** What a gate of the demo is answered: `atGate('/entries', { lot_id: 1, gate: 'E1', plate })`. */
export async function atGate(
  path: '/entries' | '/exits' | '/payments' | `/lots/${number}/occupancy`,
  body: object,
): Promise<unknown> {
  const { device_key } = await printed()
  const reply = await fetch(`${portalUrl()}/equipment/v1${path}`, {
    method: path.startsWith('/lots/') ? 'PUT' : 'POST',
    headers: {
      authorization: `Bearer ${device_key}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return reply.json()
}

/** A car that entered `minutesAgo` at a lot of the demo, through the gate's own call. */
export async function parkedCar(minutesAgo: number, lotId = 1, plate?: string): Promise<string> {
  const entered_at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  const car = { lot_id: lotId, gate: 'E1', entered_at, ...(plate === undefined ? {} : { plate }) }
  const reply = await atGate('/entries', car)
  return z.parse(z.object({ code: z.string() }), reply).code
}

/** A printed card by its note. */
export async function printedCard(note: string): Promise<string> {
  const card = (await printed()).cards.find((known) => known.note.startsWith(note))
  if (!card) throw new Error(`no printed card is noted ${note}`)
  return card.number
}

/** The mails kept by the demo that mention `text` once blanks are dropped, newest first. */
export async function mailsAbout(text: string) {
  const reply = await fetch(`${portalUrl()}/dev/mail`, { headers: { accept: 'application/json' } })
  return z.parse(mailSchema, await reply.json()).filter((mail) => mail.text.replace(/\s/g, '').includes(text))
}

/** The mails kept by the demo for this address, newest first. */
export async function mailsTo(address: string) {
  const reply = await fetch(`${portalUrl()}/dev/mail`, { headers: { accept: 'application/json' } })
  return z.parse(mailSchema, await reply.json()).filter((mail) => mail.to.includes(address))
}
