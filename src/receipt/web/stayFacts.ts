import type { Fact } from '#checkout/web/ticket/TicketCard.tsx'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { readReceipt } from '../contract.ts'

type Of = Pick<ReplyOf<typeof readReceipt>['data'], 'times' | 'deadlineDate' | 'deadlineTime' | 'plate'>

/** What a receipt says of the stay. Money that was kept of a reservation leaves nothing to leave. */
export function stayFacts({ times, deadlineDate, deadlineTime, plate }: Of): Fact[] {
  return [
    ...times,
    ...(deadlineTime === '' ? [] : [{ label: 'Sair até', value: `${deadlineDate} às ${deadlineTime}` }]),
    ...(plate === null ? [] : [{ label: 'Placa', value: plate }]),
  ]
}
