import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { disputeTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.disputes': { path: '/staff/disputes', keyedBy: [] },
  'staff.disputeEvidence': { path: '/staff/disputes/{id}/print', keyedBy: [] },
  'staff.dispute': { path: '/staff/disputes/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.disputes': {
    load: () => import('./DisputesPage.tsx'),
    for: 'supervisor',
    rail: { group: 'money', at: 3, title: 'Contestações', icon: 'shield', waiting: 'disputes' },
  },
  'staff.disputeEvidence': {
    load: () => import('./EvidencePage.tsx'),
    for: 'supervisor',
    area: 'staff.disputes',
  },
  'staff.dispute': { load: () => import('./DisputePage.tsx'), for: 'supervisor', area: 'staff.disputes' },
}

export const shows = {
  dispute: { name: disputeTrail.name, to: 'staff.dispute', by: 'id' },
} as const satisfies SubjectScreens
