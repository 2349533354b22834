import * as z from 'zod/mini'
import { demoGate } from '#test/support/garage/gate.ts'
import { portalUrl } from './portal.ts'

const demoSchema = z.object({
  tickets: z.array(z.object({ code: z.string(), note: z.string() })),
  cards: z.array(z.object({ number: z.string(), note: z.string() })),
  acquirer_url: z.string(),
})
const mailSchema = z.array(
  z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
)

/** The tickets and cards that the demo prints at its start. */
export async function fetchDemo() {
  return z.parse(demoSchema, await (await fetch(`${portalUrl()}/dev/demo`)).json())
}

/** A gate's call: `callGate('/entries', { lot_id: 1, gate: 'E1', plate })`; answers the body. */
export async function callGate(
  path: '/entries' | '/exits' | '/payments' | `/lots/${number}/occupancy`,
  body: object,
): Promise<unknown> {
  const gate = await demoGate(portalUrl())
  return (await gate.send(path.startsWith('/lots/') ? 'PUT' : 'POST', path, body)).body
}

/** A car that entered a lot of the demo `minutesAgo`; answers its ticket's code. */
export async function parkedCar(minutesAgo: number, lotId = 1, plate?: string): Promise<string> {
  const entered_at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  const car = { lot_id: lotId, gate: 'E1', entered_at, ...(plate === undefined ? {} : { plate }) }
  const reply = await callGate('/entries', car)
  return z.parse(z.object({ code: z.string() }), reply).code
}

/** A printed card by its note. */
export async function printedCard(note: string): Promise<string> {
  const card = (await fetchDemo()).cards.find((known) => known.note.startsWith(note))
  if (!card) throw new Error(`no printed card is noted ${note}`)
  return card.number
}

/** The demo's mails, newest first. */
async function mails() {
  const reply = await fetch(`${portalUrl()}/dev/mail`, { headers: { accept: 'application/json' } })
  return z.parse(mailSchema, await reply.json())
}

/** The mails that mention `text`, ignoring blanks. */
export const mailsAbout = async (text: string) =>
  (await mails()).filter((mail) => mail.text.replace(/\s/g, '').includes(text))

/** The mails to this address. */
export const mailsTo = async (address: string) => (await mails()).filter(({ to }) => to.includes(address))
