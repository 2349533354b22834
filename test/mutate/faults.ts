import type { Fault } from './fault.ts'
import { authenticationFaults, refusedCardFaults } from './faults/cards.ts'
import { doorFaults } from './faults/doors.ts'
import { keepingFaults } from './faults/retention.ts'
import { levelFaults } from './faults/levels.ts'
import { loginFaults } from './faults/login.ts'
import { moneyFaults } from './faults/money.ts'
import { orderFaults } from './faults/order.ts'
import { pixFaults } from './faults/pix.ts'
import { refundFaults } from './faults/refunds.ts'
import { reservationFaults } from './faults/reservations.ts'
import { tariffFaults } from './faults/tariff.ts'
import { timeFaults } from './faults/time.ts'

/** Every fault that a test has to notice. */
export const faults: readonly Fault[] = [
  ...levelFaults,
  ...moneyFaults,
  ...pixFaults,
  ...authenticationFaults,
  ...refusedCardFaults,
  ...refundFaults,
  ...timeFaults,
  ...loginFaults,
  ...keepingFaults,
  ...doorFaults,
  ...reservationFaults,
  ...tariffFaults,
  ...orderFaults,
]
