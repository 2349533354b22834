import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { plainPlate } from '#vehicle/plate.ts'
import { freeCode, isTaken, savePrintedCode } from '../codes/printedCode.ts'
import { insertTicket, tariffIdAt } from '../store.ts'

type NewTicket = {
  lotId: number
  gate: string
  code: string | null
  printed?: string | null
  plate: string | null
  enteredAt: Date
  now: Date
}

/** Under the lot's tariff of its entrance. Throws `tariff_missing`, and `ticket_exists` for a taken code. */
export async function issueTicket(tx: Tx, ticket: NewTicket): Promise<string> {
  const tariffId = await tariffIdAt(tx, ticket.lotId, ticket.enteredAt)
  const plate = ticket.plate === null ? null : plainPlate(ticket.plate)
  const { printed = null } = ticket
  for (const given of [ticket.code, printed])
    if (given !== null && (await isTaken(tx, given))) throw fail('ticket_exists')
  const code = ticket.code ?? (await freeCode(tx))
  if (!(await insertTicket(tx, { ...ticket, code, plate, tariffId }))) throw fail('ticket_exists')
  if (printed !== null && !(await savePrintedCode(tx, printed, code))) throw fail('ticket_exists')
  return code
}
