import type { Fact } from '#checkout/web/ticket/TicketCard.tsx'
import { plateText } from '#vehicle/plateText.ts'
import type { WireTransaction } from '#payment/contract.ts'

/** The car, labelled as in docs/spec.md#payment-done. */
export function vehicleFacts({ vehicle_name, vehicle_license_plate }: WireTransaction): Fact[] {
  const facts: Fact[] = []
  if (vehicle_name !== null) facts.push({ label: 'Veic.', value: vehicle_name })
  if (vehicle_license_plate !== null) facts.push({ label: 'Placa', value: plateText(vehicle_license_plate) })
  return facts
}
