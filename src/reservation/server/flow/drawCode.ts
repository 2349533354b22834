import QRCode from 'qrcode'
import { fail } from '#kit/fail.ts'
import { reserveAllows } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { gateCode } from '../gateCode.ts'
import { stateOf } from '../store.ts'
import { reservationOfBearer } from './ownReservation.ts'

export type CodeImage = { type: 'image/png' | 'image/svg+xml'; image: string | Uint8Array }

/** Black on white with the four modules of margin that readers need, whatever the page's colours are. */
const look = {
  margin: 4,
  errorCorrectionLevel: 'M',
  color: { dark: '#000000ff', light: '#ffffffff' },
} as const

/**
 * The QR code of a reservation. Throws `not_found` before it is paid for and for a ticket's payment,
 * `qrcode_over` after the exit or the end of the reservation.
 */
export async function drawCode(
  deps: ReservationDeps,
  by: { token: string; userId: number | null },
  type: CodeImage['type'],
): Promise<CodeImage> {
  const reservation = await reservationOfBearer(deps.db, by)
  const state = stateOf(reservation, deps.clock.now())
  if (state === 'held') throw fail('not_found')
  if (!reserveAllows('showCode', state)) throw fail('qrcode_over')
  const text = gateCode(deps.gateKey, reservation.gate_token)
  const image =
    type === 'image/svg+xml'
      ? await QRCode.toString(text, { ...look, type: 'svg' })
      : await QRCode.toBuffer(text, { ...look, type: 'png', width: 512 })
  return { type, image }
}
