import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { at, textAt } from '#test/support/client.ts'
import { cardBody } from '#test/support/flow.ts'
import { callAs } from './customer.ts'
import { printed } from './street.ts'

/** What a gate of the demo is answered: `atGate('/entries', { lot_id: 1, gate: 'E1', plate })`. */
export async function atGate(path: '/entries' | '/exits', body: object): Promise<unknown> {
  const { device_key } = await printed()
  const reply = await fetch(`${inject('portalUrl')}/equipment/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${device_key}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return reply.json()
}

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })

/** The text of the QR code that stands on the screen, read from its picture as a gate's camera does. */
export async function codeOnScreen(page: Page): Promise<string> {
  await prepareReader()
  const [code, ...others] = await readBarcodes(await page.screenshot(), { formats: ['QRCode'] })
  if (!code || others.length > 0) throw new Error(`${others.length + (code ? 1 : 0)} QR codes on the screen`)
  return code.text
}

/** The reader would fetch its wasm from a CDN. */
async function prepareReader(): Promise<void> {
  const file = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const { buffer } = new Uint8Array(await readFile(file))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
}

/** A plate that no other test uses, old or Mercosul. */
export function freshPlate(): string {
  const n = Date.now() + Math.floor(performance.now())
  const letter = (power: number) => String.fromCharCode(65 + (Math.floor(n / 26 ** power) % 26))
  return `${letter(0)}${letter(1)}${letter(2)}${n % 10}${letter(3)}${String(n % 97).padStart(2, '0')}`
}

/** A space reserved and paid for over HTTP, in this browser's session. */
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
