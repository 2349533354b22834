import type { RouteName, RouteRow } from '#kit/web/route/routes.ts'

/**
 * Every screen by name (the route table of spec.md section 2), as paths after `#`. The first fitting path wins;
 * `login` and `logout` share one, and are told apart by the name that navigation leaves in the history.
 *
 * `keyedBy`: the query names that say what the screen shows. When one of them or a place of the path changes, the
 * screen starts anew, so that nothing of one ticket, payment or card is left under the address of another. A list and
 * whatever else stays itself under another query has none: page, search and filters are read from the address.
 */
export const routes = {
  welcome: { path: '/ticket/', keyedBy: [] },
  login: { path: '/login/', keyedBy: [] },
  logout: { path: '/login/', keyedBy: [] },
  'login.recover_email': { path: '/login/recover_email', keyedBy: [] },
  recover_token: { path: '/login/recover_token/{token}', keyedBy: [] },
  contact: { path: '/contact', keyedBy: [] },
  'terms.privacyPolicy': { path: '/terms/privacyPolicy', keyedBy: [] },
  home: { path: '/home', keyedBy: [] },
  'user.menu': { path: '/user/menu', keyedBy: [] },
  'user.editmenu': { path: '/user/editmenu', keyedBy: [] },
  'user.edit': { path: '/user/edit', keyedBy: [] },
  'user.person.edit': { path: '/user/person/edit', keyedBy: [] },
  'user.personPayMethod.edit': { path: '/user/personPayMethod', keyedBy: [] },
  'user.vehicles': { path: '/user/vehicles', keyedBy: [] },
  'user.payments': { path: '/user/payments', keyedBy: [] },
  'user.receipt': { path: '/user/payments/{token}', keyedBy: [] },
  'user.myData': { path: '/user/myData', keyedBy: [] },
  'account.create': { path: '/account/create', keyedBy: [] },
  'account.address': { path: '/account/address', keyedBy: [] },
  recaptcha: { path: '/account/recaptcha', keyedBy: [] },
  'ticket.read': { path: '/ticket/read', keyedBy: ['ticket'] },
  'ticket.receipt': { path: '/ticket/receipt', keyedBy: ['ticket'] },
  'ticket.value': { path: '/ticket/value', keyedBy: ['ticket'] },
  'ticket.account': { path: '/ticket/account', keyedBy: ['ticket'] },
  'ticket.personAddress': { path: '/ticket/personAddress', keyedBy: ['ticket'] },
  'ticket.privacyPolicyTerms': { path: '/ticket/privacyPolicyTerms', keyedBy: ['ticket'] },
  'ticket.paymentType': { path: '/ticket/paymentType', keyedBy: ['ticket', 'ptoken'] },
  'reserve.add': { path: '/reserve/add', keyedBy: [] },
  'reserve.paymentConfirm': { path: '/reserve/paymentConfirm', keyedBy: ['ticket', 'ptoken'] },
  'payment.creditDebitCard': { path: '/payment/{token}/creditDebitCard', keyedBy: [] },
  'payment.savedCard': { path: '/payment/{token}/savedCard', keyedBy: ['pm'] },
  'payment.done': { path: '/payment/{token}/done', keyedBy: [] },
  'staff.dashboard': { path: '/staff/', keyedBy: [] },
  'staff.secondFactor': { path: '/staff/secondFactor', keyedBy: [] },
  'staff.tickets': { path: '/staff/tickets', keyedBy: [] },
  'staff.ticket': { path: '/staff/tickets/{code}', keyedBy: [] },
  'staff.transactions': { path: '/staff/transactions', keyedBy: [] },
  'staff.transaction': { path: '/staff/transactions/{token}', keyedBy: [] },
  'staff.review': { path: '/staff/review', keyedBy: [] },
  'staff.reservations': { path: '/staff/reservations', keyedBy: [] },
  'staff.reservation': { path: '/staff/reservations/{token}', keyedBy: [] },
  'staff.lots': { path: '/staff/lots', keyedBy: [] },
  'staff.lot': { path: '/staff/lots/{id}', keyedBy: [] },
  'staff.tariff': { path: '/staff/lots/{id}/tariff', keyedBy: ['version'] },
  'staff.devices': { path: '/staff/devices', keyedBy: [] },
  'staff.device': { path: '/staff/devices/{id}', keyedBy: [] },
  'staff.users': { path: '/staff/users', keyedBy: [] },
  'staff.user': { path: '/staff/users/{id}', keyedBy: [] },
  'staff.settings': { path: '/staff/settings', keyedBy: [] },
  'staff.audit': { path: '/staff/audit', keyedBy: [] },
  'staff.reconciliation': { path: '/staff/reconciliation', keyedBy: [] },
  'staff.statement': { path: '/staff/reconciliation/{id}', keyedBy: [] },
  'dev.ui': { path: '/dev/ui', keyedBy: ['part', 'id'] },
  'not-found': { path: '/not-found', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

type Routes = typeof routes

declare module '#kit/web/route/routes.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- augmenting an interface is how kit learns the names
  interface RouteTable extends Routes {}
}

/** Only for who is signed in; a guest is led to the public home. */
export const protectedScreens: readonly RouteName[] = [
  ...staffScreens(),
  'home',
  'user.menu',
  'user.editmenu',
  'user.edit',
  'user.person.edit',
  'user.personPayMethod.edit',
  'user.vehicles',
  'user.payments',
  'user.receipt',
  'user.myData',
  'reserve.add',
  'reserve.paymentConfirm',
  'payment.savedCard',
]

function staffScreens(): RouteName[] {
  return Object.keys(routes).filter((name): name is Extract<RouteName, `staff.${string}`> =>
    name.startsWith('staff.'),
  )
}

/** '/' is no screen of its own. */
export const rootRedirect: RouteName = 'welcome'

/** The screens that look the same for everyone and are drawn at build time (`tools/build.ts`). */
export const staticScreens = [
  'welcome',
  'ticket.read',
  'contact',
  'terms.privacyPolicy',
  'not-found',
] as const satisfies readonly RouteName[]
