import { maskedName } from '#account/user.ts'
import type * as z from 'zod/mini'
import { findUser } from '#account/server/store.ts'
import { job, type JobKind } from '#kit/server/jobs/job.ts'
import { readRateLines } from '#ticket/server/tariff/readRate.ts'
import { formatPlate } from '#vehicle/formatPlate.ts'
import { codeImageCid, composeReservationMail } from '../../mails.ts'
import { reserveAllows } from '../../reservationState.ts'
import type { ReservationDeps } from '../deps.ts'
import { qrCodePng } from '#kit/server/http/qrCodeImage.ts'
import { signGateCode } from '../gateCode.ts'
import { findReservation, reserveStateOf } from '../store.ts'
import { driverMailKind } from '../changeReservation.ts'
import { enteredAsWalkIn } from './walkIn.ts'

export const mailDriverJob = job({ ...driverMailKind, lane: 'mail', keptDays: 30, run: mailDriver })

export const reservationJobs: readonly JobKind<ReservationDeps>[] = [mailDriverJob]

type DriverMail = z.output<typeof driverMailKind.payload>

async function mailDriver(deps: ReservationDeps, { reservationId, from, to }: DriverMail): Promise<void> {
  const reservation = await findReservation(deps.db, 'id', reservationId)
  const userId = reservation?.user_id ?? null
  const user = userId === null ? undefined : await findUser(deps.db, userId)
  if (!reservation || !user) return
  const { name: operator } = await deps.operator()
  const letter = composeReservationMail(to, from, {
    operator,
    name: maskedName(user.name),
    lotName: reservation.lot_name,
    reserveHint: reservation.reserve_hint,
    vehicle: reservation.vehicle_name,
    plate: formatPlate(reservation.plate),
    ticketCode: reservation.ticket_code,
    holdCents: reservation.hold_cents,
    retainedCents: reservation.retained_cents,
    enteredAsWalkIn: await enteredAsWalkIn(deps.db, reservation),
    arriveUntil: reservation.arrive_until_at,
    timeZone: reservation.time_zone,
    rate: await readRateLines(deps.db, reservation.lot_id, deps.clock.now()),
    contact: await deps.contact(),
    portalUrl: deps.publicUrl,
  })
  if (letter === null) return
  // An invalid code is not sent: the end of the reservation has its own mail.
  const state = reserveStateOf(reservation, deps.clock.now())
  if (letter.withCode && !reserveAllows('showCode', state)) return
  const code = letter.withCode ? qrCodePng(signGateCode(deps.gateKey, reservation.gate_token)) : null
  await deps.mailer.send(`reservation-${reservationId}-${to}`, {
    to: user.email,
    ...letter.mail,
    ...(code === null ? {} : { images: [{ cid: codeImageCid, type: 'image/png', content: code }] }),
  })
}
