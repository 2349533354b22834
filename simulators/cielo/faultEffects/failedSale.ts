import type { Fault } from '../faults.ts'
import type { Sale } from '../ledger/records.ts'

const noMoney = {
  authorised: 0,
  captured: 0,
  capturedAt: null,
  authorizationCode: null,
  cardToken: null,
  pending: null,
} as const

export function deniedSale(sale: Sale): Sale {
  return { ...sale, ...noMoney, status: 3, returnCode: '05', returnMessage: 'Not authorized' }
}

/** Failed sales in the ways recorded of Cielo. */
export function withSaleFault(sale: Sale, fault: Fault | null): Sale {
  const { details } = sale
  switch (fault) {
    case 'status0_stays':
      return { ...sale, ...noMoney, status: 0, returnCode: '', returnMessage: '' }
    case 'status0_bp171': {
      const velocity = { ...details, reasonCode: 16, providerReturnCode: 'BP171' }
      return { ...sale, ...noMoney, status: 0, returnCode: '', returnMessage: '', details: velocity }
    }
    case 'status0_001':
      return { ...sale, ...noMoney, status: 0, returnCode: '001', returnMessage: 'XML invalido' }
    case 'mac_03': {
      const advised = { ...details, adviceCode: isMaster(sale) ? '03' : null }
      const words = { returnCode: '82', returnMessage: 'Policy' }
      return { ...sale, ...noMoney, status: 3, ...words, details: advised }
    }
    default:
      return sale
  }
}

function isMaster({ card }: Sale): boolean {
  return card.brand.toLowerCase() === 'master'
}
