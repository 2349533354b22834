import { backOfficePath } from '#staff/backOfficePath.ts'
import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { statementTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.dashboard': { path: backOfficePath, keyedBy: [] },
  'staff.occupancy': { path: '/staff/occupancy', keyedBy: [] },
  'staff.taken': { path: '/staff/taken', keyedBy: [] },
  'staff.reconciliation': { path: '/staff/reconciliation', keyedBy: [] },
  'staff.statement': { path: '/staff/reconciliation/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.dashboard': {
    load: () => import('../dashboard/DashboardPage.tsx'),
    for: 'supervisor',
    rail: { group: 'today', at: 1, title: 'Painel', icon: 'home', inBar: true },
  },
  'staff.occupancy': {
    load: () => import('../occupancy/OccupancyPage.tsx'),
    for: 'supervisor',
    area: 'staff.dashboard',
  },
  'staff.taken': {
    load: () => import('../taken/TakenPage.tsx'),
    for: 'supervisor',
    area: 'staff.dashboard',
  },
  'staff.reconciliation': {
    load: () => import('../reconciliation/ReconciliationPage.tsx'),
    for: 'manager',
    allLots: true,
    rail: { group: 'money', at: 6, title: 'Conciliação', icon: 'scale' },
  },
  'staff.statement': {
    load: () => import('../reconciliation/StatementPage.tsx'),
    for: 'manager',
    allLots: true,
    area: 'staff.reconciliation',
  },
}

export const shows = {
  statement: { name: statementTrail.name, to: 'staff.statement', by: 'id' },
} as const satisfies SubjectScreens
