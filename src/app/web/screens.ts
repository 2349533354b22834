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
  'ticket.paymentType': () => import('#ticket/web/type/PaymentTypePage.tsx'),
  'payment.creditDebitCard': () => import('#payment/web/NewCardPage.tsx'),
  'payment.savedCard': () => import('#payment/web/SavedCardPage.tsx'),
  'payment.done': () => import('#reservation/web/DonePage.tsx'),
  'reserve.add': () => import('#reservation/web/add/AddPage.tsx'),
  'reserve.paymentConfirm': () => import('#reservation/web/exit/PaymentConfirmPage.tsx'),
  'staff.dashboard': () => import('#books/web/dashboard/DashboardPage.tsx'),
  'staff.settings': () => import('#site/web/settings/SettingsPage.tsx'),
  'staff.reconciliation': () => import('#books/web/reconciliation/ReconciliationPage.tsx'),
  'staff.statement': () => import('#books/web/reconciliation/StatementPage.tsx'),
  'staff.devices': () => import('#equipment/web/desk/DevicesPage.tsx'),
  'staff.device': () => import('#equipment/web/desk/DevicePage.tsx'),
  'staff.users': () => import('#account/web/desk/UsersPage.tsx'),
  'staff.user': () => import('#account/web/desk/UserPage.tsx'),
  'staff.audit': () => import('#staff/web/audit/AuditPage.tsx'),
  'staff.secondFactor': () => import('#staff/web/SecondFactorPage.tsx'),
  'staff.tickets': () => import('#ticket/web/desk/TicketsPage.tsx'),
  'staff.ticket': () => import('#ticket/web/desk/TicketPage.tsx'),
  'staff.transactions': () => import('#payment/web/desk/TransactionsPage.tsx'),
  'staff.transaction': () => import('#payment/web/desk/TransactionPage.tsx'),
  'staff.review': () => import('#payment/web/desk/ReviewPage.tsx'),
  'staff.reservations': () => import('#reservation/web/desk/ReservationsPage.tsx'),
  'staff.reservation': () => import('#reservation/web/desk/ReservationPage.tsx'),
  'staff.lots': () => import('#parking/web/desk/LotsPage.tsx'),
  'staff.lot': () => import('#parking/web/desk/LotPage.tsx'),
  'staff.tariff': () => import('#ticket/web/desk/tariff/TariffPage.tsx'),
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
