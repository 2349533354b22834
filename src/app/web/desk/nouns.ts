import * as staff from '#staff/web/desk/screens.ts'
import * as account from '#account/web/desk/screens.ts'
import * as parking from '#parking/web/desk/screens.ts'
import * as payment from '#payment/web/desk/screens.ts'
import * as ticket from '#ticket/web/desk/screens.ts'
import * as reservation from '#reservation/web/desk/screens.ts'
import * as books from '#books/web/desk/screens.ts'
import * as equipment from '#equipment/web/desk/screens.ts'
import * as site from '#site/web/desk/screens.ts'
import { registerRoutes } from '#kit/web/route/routes.ts'
import { registerDesk } from '#staff/web/frame/desk.ts'

/** Every screen of the back office. Loaded when somebody goes there: the first load carries none of it. */
export const deskRoutes = {
  ...staff.routes,
  ...account.routes,
  ...parking.routes,
  ...payment.routes,
  ...ticket.routes,
  ...reservation.routes,
  ...books.routes,
  ...equipment.routes,
  ...site.routes,
} as const

export const deskPages = {
  ...staff.pages,
  ...account.pages,
  ...parking.pages,
  ...payment.pages,
  ...ticket.pages,
  ...reservation.pages,
  ...books.pages,
  ...equipment.pages,
  ...site.pages,
}

/** Where each kind of thing is shown; one that is shown nowhere does not compile. */
const shows = {
  ...account.shows,
  ...payment.shows,
  ...ticket.shows,
  ...reservation.shows,
  ...books.shows,
  ...equipment.shows,
  ...site.shows,
}

/** Gives the router and the frame what every noun has in the back office. */
export function register(): void {
  registerRoutes(deskRoutes)
  registerDesk({ pages: deskPages, shows })
}
