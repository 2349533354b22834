import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { deviceTrail } from '../../auditTerms.ts'

export const routes = {
  'staff.devices': { path: '/staff/devices', keyedBy: [] },
  'staff.device': { path: '/staff/devices/{id}', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.devices': {
    load: () => import('./DevicesPage.tsx'),
    for: 'manager',
    rail: { group: 'register', at: 4, title: 'Equipamentos', icon: 'gate' },
  },
  'staff.device': { load: () => import('./DevicePage.tsx'), for: 'manager', area: 'staff.devices' },
}

export const shows = {
  device: { name: deviceTrail.name, to: 'staff.device', by: 'id' },
} as const satisfies SubjectScreens
