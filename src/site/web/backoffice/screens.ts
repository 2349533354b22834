import type { RouteDefinition } from '#kit/web/route/routes.ts'
import type { BackOfficePages, SubjectScreens } from '#staff/web/frame/backoffice.ts'
import { settingTrail } from '../../auditTerms.ts'
import { sectionNames } from './sectionNames.ts'

export const routes = {
  'staff.settings': { path: '/staff/settings', keyedBy: [] },
} as const satisfies Readonly<Record<string, RouteDefinition>>

export const pages: BackOfficePages<typeof routes> = {
  'staff.settings': {
    load: () => import('../settings/SettingsPage.tsx'),
    for: 'manager',
    allLots: true,
    rail: { group: 'register', at: 6, title: 'Configurações', icon: 'gear', sections: sectionNames },
  },
}

export const shows = {
  setting: { name: settingTrail.name, to: 'staff.settings', by: null },
} as const satisfies SubjectScreens
