import { lazy } from 'react'
import * as staff from '#staff/web/backoffice/screens.ts'
import * as account from '#account/web/backoffice/screens.ts'
import * as parking from '#parking/web/backoffice/screens.ts'
import * as review from '#review/web/backoffice/screens.ts'
import * as ticket from '#ticket/web/backoffice/screens.ts'
import * as reservation from '#reservation/web/backoffice/screens.ts'
import * as reporting from '#reporting/web/backoffice/screens.ts'
import * as closing from '#closing/web/backoffice/screens.ts'
import * as equipment from '#equipment/web/backoffice/screens.ts'
import * as alert from '#alert/web/backoffice/screens.ts'
import * as dispute from '#dispute/web/backoffice/screens.ts'
import * as contest from '#contest/web/backoffice/screens.ts'
import * as site from '#site/web/backoffice/screens.ts'
import { call } from '#kit/web/call/call.ts'
import { parkingStats } from '#parking/contract.ts'
import { registerRoutes } from '#kit/web/route/routes.ts'
import { registerBackOffice } from '#staff/web/frame/backoffice.ts'

export const backOfficeRoutes = {
  ...staff.routes,
  ...account.routes,
  ...parking.routes,
  ...review.routes,
  ...ticket.routes,
  ...reservation.routes,
  ...reporting.routes,
  ...closing.routes,
  ...equipment.routes,
  ...dispute.routes,
  ...contest.routes,
  ...alert.routes,
  ...site.routes,
} as const

export const backOfficePages = {
  ...staff.pages,
  ...account.pages,
  ...parking.pages,
  ...review.pages,
  ...ticket.pages,
  ...reservation.pages,
  ...reporting.pages,
  ...closing.pages,
  ...equipment.pages,
  ...dispute.pages,
  ...contest.pages,
  ...alert.pages,
  ...site.pages,
}

const shows = {
  ...staff.shows,
  ...account.shows,
  ...review.shows,
  ...ticket.shows,
  ...reservation.shows,
  ...reporting.shows,
  ...closing.shows,
  ...equipment.shows,
  ...dispute.shows,
  ...contest.shows,
  ...alert.shows,
  ...site.shows,
}

export function register(): void {
  registerRoutes(backOfficeRoutes)
  registerBackOffice({
    pages: backOfficePages,
    shows,
    Banner: lazy(() => import('#alert/web/backoffice/AlertBanner.tsx')),
    lots: async (signal) => (await call(parkingStats, { signal })).data,
  })
}
