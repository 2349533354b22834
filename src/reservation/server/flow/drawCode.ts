import { fail } from '#kit/fail.ts'
import { reserveAllows } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { type CodeImage, drawText } from '#kit/server/http/codeImage.ts'
import { gateCode } from '../gateCode.ts'
import { stateOf } from '../store.ts'
import { reservationOfBearer } from './ownReservation.ts'

/** Throws `not_found` before the payment, `qrcode_over` after the end. */
export async function drawCode(
  deps: ReservationDeps,
  by: { token: string; userId: number | null },
  type: CodeImage['type'],
): Promise<CodeImage> {
  const reservation = await reservationOfBearer(deps.db, by)
  const state = stateOf(reservation, deps.clock.now())
  if (state === 'held') throw fail('not_found')
  if (!reserveAllows('showCode', state)) throw fail('qrcode_over')
  return drawText(gateCode(deps.gateKey, reservation.gate_token), type)
}
