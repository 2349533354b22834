import type { ServerNoun } from '#kit/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import { type SiteDeps, siteRoutes } from './routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { settingTrail } from '../trail.ts'

/** Page settings, and what a person may ask of their own data. */
export const siteNoun = {
  routes: (app, { site }, { portal }) => {
    settingsRoutes(app, site, portal)
    siteRoutes(app, site, portal)
  },
  trails: { setting: settingTrail },
  names: { setting: async (_, ids) => new Map(ids.map((id) => [id, { about: 'Página', ref: '' }])) },
} satisfies ServerNoun<{ site: SiteDeps }, Doors>
