import type { RouteName } from '#kit/web/route/routes.ts'

/**
 * Every screen by name (the route table of spec.md section 2), as paths after `#`. The first fitting path wins;
 * `login` and `logout` share one, and are told apart by the name that navigation leaves in the history.
 */
export const routes = {
  welcome: '/ticket/',
  login: '/login/',
  logout: '/login/',
  'login.recover_email': '/login/recover_email',
  recover_token: '/login/recover_token/{token}',
  contact: '/contact',
  'terms.privacyPolicy': '/terms/privacyPolicy',
  home: '/home',
  'user.menu': '/user/menu',
  'user.editmenu': '/user/editmenu',
  'user.edit': '/user/edit',
  'user.person.edit': '/user/person/edit',
  'user.personPayMethod.edit': '/user/personPayMethod',
  'user.vehicles': '/user/vehicles',
  'user.payments': '/user/payments',
  'user.receipt': '/user/payments/{token}',
  'user.myData': '/user/myData',
  'account.create': '/account/create',
  'account.address': '/account/address',
  recaptcha: '/account/recaptcha',
  'ticket.read': '/ticket/read',
  'ticket.receipt': '/ticket/receipt',
  'ticket.value': '/ticket/value',
  'ticket.account': '/ticket/account',
  'ticket.personAddress': '/ticket/personAddress',
  'ticket.privacyPolicyTerms': '/ticket/privacyPolicyTerms',
  'ticket.paymentType': '/ticket/paymentType',
  'reserve.add': '/reserve/add',
  'reserve.paymentConfirm': '/reserve/paymentConfirm',
  'payment.creditDebitCard': '/payment/{token}/creditDebitCard',
  'payment.savedCard': '/payment/{token}/savedCard',
  'payment.done': '/payment/{token}/done',
  'staff.dashboard': '/staff/',
  'staff.secondFactor': '/staff/secondFactor',
  'staff.tickets': '/staff/tickets',
  'staff.ticket': '/staff/tickets/{code}',
  'staff.transactions': '/staff/transactions',
  'staff.transaction': '/staff/transactions/{token}',
  'staff.review': '/staff/review',
  'staff.reservations': '/staff/reservations',
  'staff.reservation': '/staff/reservations/{token}',
  'staff.lots': '/staff/lots',
  'staff.lot': '/staff/lots/{id}',
  'staff.tariff': '/staff/lots/{id}/tariff',
  'staff.devices': '/staff/devices',
  'staff.device': '/staff/devices/{id}',
  'staff.users': '/staff/users',
  'staff.user': '/staff/users/{id}',
  'staff.settings': '/staff/settings',
  'staff.audit': '/staff/audit',
  'staff.reconciliation': '/staff/reconciliation',
  'staff.statement': '/staff/reconciliation/{id}',
  'dev.ui': '/dev/ui',
  'not-found': '/not-found',
} as const

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
