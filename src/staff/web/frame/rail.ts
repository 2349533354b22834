import type { IconName } from '#kit/web/Icon.tsx'
import type { RouteName } from '#kit/web/route/routes.ts'
import { passes } from '../../level.ts'
import type { StaffAccess } from '../../level.ts'

type Place = {
  to: Extract<RouteName, `staff.${string}`>
  title: string
  icon: IconName
  for: StaffAccess
  /** A screen of this area whose name does not say so. */
  also?: RouteName
}

/** The areas of the back office and who sees them (behaviour.md section 8). The first three stand in a phone's bar. */
const places = [
  { to: 'staff.dashboard', title: 'Painel', icon: 'home', for: 'supervisor' },
  { to: 'staff.tickets', title: 'Tickets', icon: 'ticket', for: 'supervisor' },
  { to: 'staff.transactions', title: 'Transações', icon: 'card', for: 'supervisor' },
  { to: 'staff.review', title: 'Em análise', icon: 'alert', for: 'supervisor' },
  { to: 'staff.reservations', title: 'Reservas', icon: 'reserve', for: 'supervisor' },
  { to: 'staff.lots', title: 'Estacionamentos', icon: 'spaces', for: 'supervisor', also: 'staff.tariff' },
  {
    to: 'staff.reconciliation',
    title: 'Conciliação',
    icon: 'receipt',
    for: 'manager',
    also: 'staff.statement',
  },
  { to: 'staff.devices', title: 'Equipamentos', icon: 'scan', for: 'manager' },
  { to: 'staff.users', title: 'Pessoas', icon: 'user', for: 'manager' },
  { to: 'staff.settings', title: 'Configurações', icon: 'lock', for: 'manager' },
  { to: 'staff.audit', title: 'Auditoria', icon: 'clock', for: 'manager' },
] as const satisfies readonly Place[]

/** How many areas a phone's bar holds; the others wait behind 'Mais'. */
export const inBar = 3

/** The areas that somebody of this level may enter, in their order. */
export function placesFor(level: number): readonly Place[] {
  return places.filter((place) => passes(level, place.for))
}
