import * as z from 'zod/mini'

const ledger = z.object({
  charges: z.array(z.object({ txid: z.string(), open: z.boolean() })),
})

/** So long a driver takes to open the app of their bank and pay. */
const thinkMs = 3_000

/**
 * Drivers with the app of a bank: who asks for a Pix in the demo pays it some seconds later, each once. Answers how many
 * were paid at this look; `known` is when each charge was seen first.
 */
export async function payCharges(pixUrl: string, known: Map<string, number>, nowMs: number): Promise<number> {
  const reply = await fetch(`${pixUrl}/_sim/ledger`)
  const open = z.parse(ledger, await reply.json()).charges.filter((charge) => charge.open)
  for (const { txid } of open) if (!known.has(txid)) known.set(txid, nowMs)
  const due = open.filter(({ txid }) => nowMs - (known.get(txid) ?? nowMs) >= thinkMs)
  for (const { txid } of due)
    await fetch(`${pixUrl}/_sim/pay`, { method: 'POST', body: JSON.stringify({ txid }) })
  return due.length
}
