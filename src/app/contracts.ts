import * as account from '#account/contract.ts'
import * as equipment from '#equipment/contract.ts'
import * as parking from '#parking/contract.ts'
import * as payment from '#payment/contract.ts'
import * as session from '#session/contract.ts'
import * as ticket from '#ticket/contract.ts'

/** Every endpoint in one object: the OpenAPI document and the coverage test are made from it. */
export const contracts = {
  csrfCookie: session.csrfCookie,
  readSession: session.readSession,
  humanChallenge: session.humanChallenge,
  humanCheck: session.humanCheck,
  clearSession: session.clearSession,
  setAccount: account.setAccount,
  getAccount: account.getAccount,
  setAddress: account.setAddress,
  getAddress: account.getAddress,
  searchCities: account.searchCities,
  lookUpCep: account.lookUpCep,
  parkingStats: parking.parkingStats,
  readTicket: ticket.readTicket,
  findTicket: ticket.findTicket,
  createTransaction: ticket.createTransaction,
  readTransaction: payment.readTransaction,
  changeType: payment.changeType,
  pay: payment.pay,
  cancelPayment: payment.cancelPayment,
  acquirerWebhook: payment.acquirerWebhook,
  registerEntry: equipment.registerEntry,
} as const
