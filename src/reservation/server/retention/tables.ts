import { type RetentionTables, lawDays } from '#kit/server/retention/retention.ts'
import { dropReservations, dropUnpaid, forgetCarsBefore } from './forget.ts'

export const reservationTables: Pick<RetentionTables, 'reservation'> = {
  reservation: {
    rows: [
      { days: 30, what: 'the car of one for which no money moved', end: forgetCarsBefore },
      { days: 30, what: 'one whose payment was never sent to the acquirer', end: dropUnpaid },
      { days: lawDays, what: 'every row that has ended', end: dropReservations },
    ],
    why: 'the law’s time for money; without money there is no reason to know the car',
    title: 'Reservas',
    texts: {
      vehicle_name: { says: 'nome do veículo', copied: 'reservations', goes: 'law' },
      plate: { says: 'placa', copied: 'reservations', goes: 'law' },
      ticket_code: 'plain',
      gate_token: 'plain',
    },
  },
}
