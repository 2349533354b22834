import type { RouteRow } from '#kit/web/route/routes.ts'
import { exportTrail } from '../../auditTerms.ts'
import type { DeskPages, DeskShows } from '../frame/backoffice.ts'

/** The screens of the back office for this noun. */
export const routes = {
  'staff.secondFactor': { path: '/staff/secondFactor', keyedBy: [] },
  'staff.audit': { path: '/staff/audit', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them, who may see them, and their places in the rail. */
export const pages: DeskPages<typeof routes> = {
  'staff.secondFactor': { load: () => import('../SecondFactorPage.tsx'), for: 'staff' },
  'staff.audit': {
    load: () => import('../audit/AuditPage.tsx'),
    for: 'manager',
    rail: { at: 11, title: 'Auditoria', icon: 'clock' },
  },
}

/** Where the audit trail's things are shown. */
export const shows = {
  export: { name: exportTrail.name, to: 'staff.audit', by: null },
} as const satisfies DeskShows
