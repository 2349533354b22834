import type { Fault } from './fault.ts'
import { accessFaults } from './faults/access.ts'
import { moneyFaults } from './faults/money.ts'
import { orderFaults } from './faults/order.ts'
import { refundFaults } from './faults/refunds.ts'

/** Faults that no mutator makes: a missing lock or await, a swapped order, a missing check of access or audit row. */
export const faults: readonly Fault[] = [...accessFaults, ...moneyFaults, ...refundFaults, ...orderFaults]
