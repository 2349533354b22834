import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { RouteName } from '#kit/web/route/routes.ts'

type Load = () => Promise<{ default: ComponentType }>

/** Route name -> the module that draws it. Each is its own chunk; a route without one is not built yet. */
export const loaders: Partial<Record<RouteName, Load>> = {
  welcome: () => import('#site/web/WelcomePage.tsx'),
  contact: () => import('#site/web/ContactPage.tsx'),
  'terms.privacyPolicy': () => import('#site/web/TermsPage.tsx'),
  'not-found': () => import('#site/web/NotFoundPage.tsx'),
  login: () => import('#account/web/access/LoginPage.tsx'),
  logout: () => import('#session/web/LogoutPage.tsx'),
  'login.recover_email': () => import('#account/web/access/RecoverEmailPage.tsx'),
  recover_token: () => import('#account/web/access/RecoverTokenPage.tsx'),
  'account.create': () => import('#account/web/create/CreateDataPage.tsx'),
  'account.address': () => import('#account/web/create/CreateAddressPage.tsx'),
  recaptcha: () => import('#session/web/RecaptchaPage.tsx'),
  home: () => import('#site/web/HomePage.tsx'),
  'user.menu': () => import('#site/web/user/UserMenuPage.tsx'),
  'user.editmenu': () => import('#site/web/user/EditMenuPage.tsx'),
  'user.edit': () => import('#account/web/me/UserEditPage.tsx'),
  'user.person.edit': () => import('#account/web/me/PersonEditPage.tsx'),
  'user.personPayMethod.edit': () => import('#card/web/SavedCardsPage.tsx'),
  'user.vehicles': () => import('#vehicle/web/VehiclesPage.tsx'),
  'user.payments': () => import('#payment/web/history/HistoryPage.tsx'),
  'user.receipt': () => import('#payment/web/history/ReceiptPage.tsx'),
  'user.myData': () => import('#site/web/user/MyDataPage.tsx'),
  'ticket.receipt': () => import('#payment/web/history/GuestReceiptPage.tsx'),
  'ticket.read': () => import('#ticket/web/TicketReadPage.tsx'),
  'ticket.value': () => import('#ticket/web/TicketValuePage.tsx'),
  'ticket.account': () => import('#account/web/AccountDataPage.tsx'),
  'ticket.personAddress': () => import('#account/web/AddressPage.tsx'),
  'ticket.privacyPolicyTerms': () => import('#account/web/PrivacyTermsPage.tsx'),
  'ticket.paymentType': () => import('#reservation/web/pay/PaymentTypePage.tsx'),
  'payment.creditDebitCard': () => import('#reservation/web/pay/NewCardPage.tsx'),
  'payment.savedCard': () => import('#reservation/web/pay/SavedCardPage.tsx'),
  'payment.done': () => import('#reservation/web/DonePage.tsx'),
  'reserve.add': () => import('#reservation/web/add/AddPage.tsx'),
  'reserve.paymentConfirm': () => import('#reservation/web/exit/PaymentConfirmPage.tsx'),
  'staff.dashboard': () => import('#staff/web/dashboard/DashboardPage.tsx'),
  'staff.settings': () => import('#site/web/settings/SettingsPage.tsx'),
  'staff.reconciliation': () => import('#staff/web/reconciliation/ReconciliationPage.tsx'),
  'staff.statement': () => import('#staff/web/reconciliation/StatementPage.tsx'),
  'staff.devices': () => import('#staff/web/register/device/DevicesPage.tsx'),
  'staff.device': () => import('#staff/web/register/device/DevicePage.tsx'),
  'staff.users': () => import('#staff/web/register/user/UsersPage.tsx'),
  'staff.user': () => import('#staff/web/register/user/UserPage.tsx'),
  'staff.audit': () => import('#staff/web/register/audit/AuditPage.tsx'),
  'staff.secondFactor': () => import('#staff/web/SecondFactorPage.tsx'),
  'staff.tickets': () => import('#staff/web/ops/ticket/TicketsPage.tsx'),
  'staff.ticket': () => import('#staff/web/ops/ticket/TicketPage.tsx'),
  'staff.transactions': () => import('#staff/web/ops/transaction/TransactionsPage.tsx'),
  'staff.transaction': () => import('#staff/web/ops/transaction/TransactionPage.tsx'),
  'staff.review': () => import('#staff/web/ops/transaction/ReviewPage.tsx'),
  'staff.reservations': () => import('#staff/web/ops/reservation/ReservationsPage.tsx'),
  'staff.reservation': () => import('#staff/web/ops/reservation/ReservationPage.tsx'),
  'staff.lots': () => import('#staff/web/register/lot/LotsPage.tsx'),
  'staff.lot': () => import('#staff/web/register/lot/LotPage.tsx'),
  'staff.tariff': () => import('#staff/web/register/tariff/TariffPage.tsx'),
  'dev.ui': () => import('./DevUiPage.tsx'),
}

/** What is likely next, fetched while the person reads. */
const next: Partial<Record<RouteName, readonly RouteName[]>> = {
  welcome: ['ticket.read'],
  'ticket.read': ['ticket.value', 'ticket.account'],
  'ticket.value': ['ticket.account'],
  'ticket.account': ['ticket.personAddress'],
  'ticket.personAddress': ['ticket.privacyPolicyTerms', 'ticket.paymentType'],
  'ticket.privacyPolicyTerms': ['ticket.paymentType'],
  'ticket.paymentType': ['payment.creditDebitCard'],
  'account.create': ['account.address'],
  'payment.creditDebitCard': ['payment.done'],
  'payment.savedCard': ['payment.done'],
  'user.menu': ['ticket.read', 'user.editmenu'],
  'user.editmenu': ['user.edit'],
}

const drawn = new Map<string, ComponentType>()

/** The component of a route; unknown routes draw not-found. */
export function screenOf(name: string): ComponentType {
  const known = drawn.get(name)
  if (known) return known
  const load = Object.entries(loaders).find(([route]) => route === name)?.[1]
  const screen = lazy(load ?? (() => import('#site/web/NotFoundPage.tsx')))
  drawn.set(name, screen)
  return screen
}

/** The prerender draws at once what the browser loads lazily. */
export function drawAtOnce(screens: Readonly<Record<string, ComponentType>>): void {
  for (const [name, screen] of Object.entries(screens)) drawn.set(name, screen)
}

/** Fetches the chunks of the screens that may follow, when the browser is idle. */
export function prefetchAfter(name: string): void {
  const following = Object.entries(next).find(([route]) => route === name)?.[1] ?? []
  const fetchAll = () => {
    for (const route of following) loaders[route]?.().catch(() => undefined)
  }
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll)
  else setTimeout(fetchAll, 1500)
}
