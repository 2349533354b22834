import type { WireTransaction } from '#payment/contract.ts'
import type { WireReserve } from '../wireReserve.ts'
import { formatPlate } from '#vehicle/formatPlate.ts'

// Registers the schema of a reservation within a transaction, too.
import '../wireReserve.ts'

/** Null for the payment of a ticket. */
export function reserveOf(payment: WireTransaction): WireReserve | null {
  return payment.reserve ?? null
}

/** Whether the money was held, captured or refunded. */
export function isReserved(payment: WireTransaction): boolean {
  const reserve = reserveOf(payment)
  return reserve !== null && reserve.state !== 'held' && reserve.state !== 'released'
}

export function isReleased(payment: WireTransaction): boolean {
  return reserveOf(payment)?.state === 'released'
}

/** docs/spec.md#payment-done */
export function vehicleFacts({ vehicle_name: name, vehicle_license_plate: plate }: WireTransaction) {
  return [
    name !== null && { label: 'Veic.', value: name },
    plate !== null && { label: 'Placa', value: formatPlate(plate) },
  ]
}
