import type { RouteRow } from '#kit/web/route/routes.ts'
import type { DeskPages, DeskShows } from '#staff/web/frame/backoffice.ts'
import { deviceTrail } from '../../auditTerms.ts'

/** The screens of the back office for this noun. */
export const routes = {
  'staff.devices': { path: '/staff/devices', keyedBy: [] },
  'staff.device': { path: '/staff/devices/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteRow>>

/** What draws them, who may see them, and their places in the rail. */
export const pages: DeskPages<typeof routes> = {
  'staff.devices': {
    load: () => import('./DevicesPage.tsx'),
    for: 'manager',
    rail: { at: 8, title: 'Equipamentos', icon: 'scan' },
  },
  'staff.device': { load: () => import('./DevicePage.tsx'), for: 'manager', area: 'staff.devices' },
}

/** Where the audit trail's things are shown. */
export const shows = {
  device: { name: deviceTrail.name, to: 'staff.device', by: 'id' },
} as const satisfies DeskShows
