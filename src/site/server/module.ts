import type { ServerModule } from '#kit/server/module.ts'
import type { Guards } from '#session/server/caller.ts'
import { type SiteDeps, siteRoutes } from './routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { settingTrail } from '../auditTerms.ts'

export const siteModule = {
  routes: (app, { site }, { portal }) => {
    settingsRoutes(app, site, portal)
    siteRoutes(app, site, portal)
  },
  trails: { setting: settingTrail },
  names: { setting: async (_, ids) => new Map(ids.map((id) => [id, { about: 'Página', ref: '' }])) },
} satisfies ServerModule<{ site: SiteDeps }, Guards>
