import type { BrowserContext } from 'playwright-core'
import { at, textAt } from '#test/support/client.ts'
import { cardBody } from '#test/support/flow.ts'
import { callAs } from '../customer.ts'

/** A unique plate, old or Mercosul. */
export function freshPlate(): string {
  const n = Date.now() + Math.floor(performance.now())
  const letter = (power: number) => String.fromCharCode(65 + (Math.floor(n / 26 ** power) % 26))
  return `${letter(0)}${letter(1)}${letter(2)}${n % 10}${letter(3)}${String(n % 97).padStart(2, '0')}`
}

/** Reserves and pays a space over HTTP, in this browser's session. */
export async function reservedSpace(
  context: BrowserContext,
  lotId = 1,
): Promise<{ token: string; code: string; plate: string }> {
  const plate = freshPlate()
  const vehicle = await callAs(context, '/api/gl_person_vehicle', {
    data: { name: 'Gol prata', license_plate: plate },
  })
  const data = { personVehicle_id: at(vehicle, 'data.id'), lot_id: lotId }
  const created = await callAs(context, '/api/pm_transaction/createReserve', { data })
  const token = textAt(created, 'ws_token')
  const outcome = await callAs(context, `/api/pm_transaction/${token}/pay`, {
    data: cardBody('4000000000000010'),
  })
  if (at(outcome, 'data.ok') !== true) throw new Error(`not reserved: ${JSON.stringify(outcome)}`)
  return { token, code: textAt(created, 'ticket_code'), plate }
}
