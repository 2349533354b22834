import * as z from 'zod/mini'

const ledger = z.object({
  charges: z.array(z.object({ txid: z.string(), open: z.boolean() })),
})

/** Delay between the code and its payment. */
const thinkMs = 3_000

/**
 * Pays each new Pix of the demo after some seconds, and answers how many. `known`: first sight of each
 * charge.
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
