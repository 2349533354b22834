import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { cleanPlate } from '#vehicle/plate.ts'
import { generateTicketCode, isCodeTaken, savePrintedCode } from '../codes/ticketCodes.ts'
import { insertTicket } from '../store.ts'
import { tariffIdAt } from '../tariff/store.ts'

type NewTicket = {
  lotId: number
  gate: string
  code: string | null
  printed?: string | null
  plate: string | null
  enteredAt: Date
  now: Date
}

/** The lot's tariff in force at the entrance applies, of the versions known now. Throws `tariff_missing`, and `ticket_exists` for a taken code. */
export async function issueTicket(tx: Tx, ticket: NewTicket): Promise<string> {
  const { lotId: lot_id, gate, enteredAt: entered_at, now: created_at } = ticket
  const tariff_id = await tariffIdAt(tx, lot_id, entered_at)
  const plate = ticket.plate === null ? null : cleanPlate(ticket.plate)
  const { printed = null } = ticket
  for (const given of [ticket.code, printed])
    if (given !== null && (await isCodeTaken(tx, given))) throw fail('ticket_exists')
  const code = ticket.code ?? (await generateTicketCode(tx))
  const row = { code, plate, lot_id, gate, tariff_id, entered_at, created_at }
  if (!(await insertTicket(tx, row))) throw fail('ticket_exists')
  if (printed !== null && !(await savePrintedCode(tx, printed, code))) throw fail('ticket_exists')
  return code
}
