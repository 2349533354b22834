import * as session from '#session/web/screens.ts'
import * as account from '#account/web/screens.ts'
import * as vehicle from '#vehicle/web/screens.ts'
import * as card from '#card/web/screens.ts'
import * as receipt from '#receipt/web/screens.ts'
import * as ticket from '#ticket/web/screens.ts'
import * as partner from '#partner/web/screens.ts'
import * as reservation from '#reservation/web/screens.ts'
import * as contest from '#contest/web/screens.ts'
import * as site from '#site/web/screens.ts'
import { devPages, devRoutes } from '#tools/gallery/screens.ts'

/** The first match wins. */
export const routes = {
  ...session.routes,
  ...account.routes,
  ...vehicle.routes,
  ...card.routes,
  ...receipt.routes,
  ...ticket.routes,
  ...partner.routes,
  ...reservation.routes,
  ...contest.routes,
  ...site.routes,
  ...devRoutes,
} as const

export const pages = {
  ...session.pages,
  ...account.pages,
  ...vehicle.pages,
  ...card.pages,
  ...receipt.pages,
  ...ticket.pages,
  ...partner.pages,
  ...reservation.pages,
  ...contest.pages,
  ...site.pages,
  ...devPages,
}
