import type { WireTransaction } from '#payment/contract.ts'
import type { WireReserve } from '../shown.ts'
import type { Fact } from '#checkout/web/ticket/TicketCard.tsx'
import { plateText } from '#vehicle/plateText.ts'

// Registers the schema of a reservation within a transaction, too.
import '../shown.ts'

/** Null for a ticket's payment. */
export function reserveOf(payment: WireTransaction): WireReserve | null {
  return payment.reserve ?? null
}

/** The money is held, captured or refunded. */
export function isReserved(payment: WireTransaction): boolean {
  const reserve = reserveOf(payment)
  return reserve !== null && reserve.state !== 'held' && reserve.state !== 'released'
}

export function isReleased(payment: WireTransaction): boolean {
  return reserveOf(payment)?.state === 'released'
}

/** docs/spec.md#payment-done */
export function vehicleFacts({ vehicle_name, vehicle_license_plate }: WireTransaction): Fact[] {
  const facts: Fact[] = []
  if (vehicle_name !== null) facts.push({ label: 'Veic.', value: vehicle_name })
  if (vehicle_license_plate !== null) facts.push({ label: 'Placa', value: plateText(vehicle_license_plate) })
  return facts
}
