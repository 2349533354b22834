import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { alertSettingTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.alerts': { path: '/staff/alerts', keyedBy: [] },
  'staff.alertSettings': { path: '/staff/alerts/limits', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.alerts': {
    load: () => import('./AlertsPage.tsx'),
    for: 'supervisor',
    rail: { group: 'today', at: 5, title: 'Avisos', icon: 'bell', waiting: 'alerts' },
  },
  'staff.alertSettings': {
    load: () => import('./AlertSettingsPage.tsx'),
    for: 'manager',
    area: 'staff.alerts',
  },
}

export const shows = {
  alert_setting: { name: alertSettingTrail.name, to: 'staff.alertSettings', by: null },
} as const satisfies SubjectScreens
