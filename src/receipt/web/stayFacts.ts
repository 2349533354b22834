import type { Fact } from '#checkout/web/ticket/TicketCard.tsx'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { readReceipt } from '../contract.ts'

type Of = Pick<ReplyOf<typeof readReceipt>['data'], 'times' | 'deadlineDate' | 'deadlineTime' | 'plate'>

/** Facts of the stay. A kept reservation has no exit deadline. */
export function stayFacts({ times, deadlineDate, deadlineTime, plate }: Of): Fact[] {
  return [
    ...times,
    ...(deadlineTime === '' ? [] : [{ label: 'Sair até', value: `${deadlineDate} às ${deadlineTime}` }]),
    ...(plate === null ? [] : [{ label: 'Placa', value: plate }]),
  ]
}
