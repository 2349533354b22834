import * as account from '#account/contract.ts'
import * as card from '#card/contract.ts'
import * as equipment from '#equipment/contract.ts'
import * as parking from '#parking/contract.ts'
import * as payment from '#payment/contract.ts'
import * as reservation from '#reservation/contract.ts'
import * as session from '#session/contract.ts'
import * as site from '#site/contract.ts'
import * as settings from '#site/settingsContract.ts'
import * as dashboard from '#books/dashboard.ts'
import * as reconciliation from '#books/reconciliation.ts'
import * as staff from '#staff/contract.ts'
import * as deskReservation from '#reservation/desk.ts'
import * as deskTicket from '#ticket/desk.ts'
import * as deskTransaction from '#payment/desk.ts'
import * as trail from '#staff/audit.ts'
import * as deskDevice from '#equipment/desk.ts'
import * as deskLot from '#parking/desk.ts'
import * as tariff from '#ticket/tariffDesk.ts'
import * as people from '#account/desk.ts'
import * as ticket from '#ticket/contract.ts'
import * as vehicle from '#vehicle/contract.ts'

/** Every endpoint in one object: the OpenAPI document and the coverage test are made from it. */
export const contracts = {
  csrfCookie: session.csrfCookie,
  readSession: session.readSession,
  humanChallenge: session.humanChallenge,
  humanCheck: session.humanCheck,
  clearSession: session.clearSession,
  login: session.login,
  deviceLogin: session.deviceLogin,
  logout: session.logout,
  setAccount: account.setAccount,
  getAccount: account.getAccount,
  setAddress: account.setAddress,
  getAddress: account.getAddress,
  searchCities: account.searchCities,
  lookUpCep: account.lookUpCep,
  createAndLogin: account.createAndLogin,
  recoverEmail: account.recoverEmail,
  recoverToken: account.recoverToken,
  editUser: account.editUser,
  updateUser: account.updateUser,
  readPerson: account.readPerson,
  editPerson: account.editPerson,
  updatePerson: account.updatePerson,
  updatePersonById: account.updatePersonById,
  listVehicles: vehicle.listVehicles,
  addVehicle: vehicle.addVehicle,
  removeVehicle: vehicle.removeVehicle,
  parkingStats: parking.parkingStats,
  listSavedCards: card.listSavedCards,
  editSavedCard: card.editSavedCard,
  removeSavedCard: card.removeSavedCard,
  readTicket: ticket.readTicket,
  findTicket: ticket.findTicket,
  createTransaction: ticket.createTransaction,
  readTransaction: payment.readTransaction,
  changeType: payment.changeType,
  pay: payment.pay,
  cancelPayment: payment.cancelPayment,
  listPayments: payment.listPayments,
  readReceipt: payment.readReceipt,
  resendReceipt: payment.resendReceipt,
  resendGuestReceipt: payment.resendGuestReceipt,
  acquirerWebhook: payment.acquirerWebhook,
  createReserve: reservation.createReserve,
  listReserves: reservation.listReserves,
  cancelReserve: reservation.cancelReserve,
  confirmReserve: reservation.confirmReserve,
  getValue: reservation.getValue,
  qrcode: reservation.qrcode,
  registerEntry: equipment.registerEntry,
  registerExit: equipment.registerExit,
  registerPayment: equipment.registerPayment,
  reportOccupancy: equipment.reportOccupancy,
  readEvents: equipment.readEvents,
  listStatements: reconciliation.listStatements,
  uploadStatement: reconciliation.uploadStatement,
  readStatement: reconciliation.readStatement,
  compareStatement: reconciliation.compareStatement,
  removeStatement: reconciliation.removeStatement,
  readDashboard: dashboard.readDashboard,
  readSecondFactor: staff.readSecondFactor,
  enrolSecondFactor: staff.enrolSecondFactor,
  passSecondFactor: staff.passSecondFactor,
  listDeskTickets: deskTicket.listDeskTickets,
  openDeskTicket: deskTicket.openDeskTicket,
  waiveTicket: deskTicket.waiveTicket,
  replaceTicket: deskTicket.replaceTicket,
  listDeskTransactions: deskTransaction.listDeskTransactions,
  openDeskTransaction: deskTransaction.openDeskTransaction,
  refundTransaction: deskTransaction.refundTransaction,
  decideTransaction: deskTransaction.decideTransaction,
  listDeskReservations: deskReservation.listDeskReservations,
  openDeskReservation: deskReservation.openDeskReservation,
  enterDeskReservation: deskReservation.enterDeskReservation,
  cancelDeskReservation: deskReservation.cancelDeskReservation,
  listDeskLots: deskLot.listDeskLots,
  openDeskLot: deskLot.openDeskLot,
  createDeskLot: deskLot.createDeskLot,
  updateDeskLot: deskLot.updateDeskLot,
  listTariffs: tariff.listTariffs,
  openTariff: tariff.openTariff,
  createTariff: tariff.createTariff,
  listDevices: deskDevice.listDevices,
  openDevice: deskDevice.openDevice,
  createDevice: deskDevice.createDevice,
  updateDevice: deskDevice.updateDevice,
  changeDeviceKey: deskDevice.changeDeviceKey,
  revokeDevice: deskDevice.revokeDevice,
  listUsers: people.listUsers,
  openUser: people.openUser,
  createStaff: people.createStaff,
  changeUserLevel: people.changeUserLevel,
  inviteUser: people.inviteUser,
  resetSecondFactor: people.resetSecondFactor,
  endUserLogins: people.endUserLogins,
  listAudit: trail.listAudit,
  listAuditActors: trail.listAuditActors,
  editSettings: settings.editSettings,
  updateSettings: settings.updateSettings,
  saveLogo: settings.saveLogo,
  removeLogo: settings.removeLogo,
  readLogo: settings.readLogo,
  exportMyData: site.exportMyData,
  listConsents: site.listConsents,
  revokeConsent: site.revokeConsent,
  eraseAccount: site.eraseAccount,
} as const
