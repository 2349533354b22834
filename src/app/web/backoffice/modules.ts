import * as staff from '#staff/web/backoffice/screens.ts'
import * as account from '#account/web/backoffice/screens.ts'
import * as parking from '#parking/web/backoffice/screens.ts'
import * as review from '#review/web/backoffice/screens.ts'
import * as ticket from '#ticket/web/backoffice/screens.ts'
import * as partner from '#partner/web/backoffice/screens.ts'
import * as reservation from '#reservation/web/backoffice/screens.ts'
import * as till from '#till/web/backoffice/screens.ts'
import * as reporting from '#reporting/web/backoffice/screens.ts'
import * as closing from '#closing/web/backoffice/screens.ts'
import * as equipment from '#equipment/web/backoffice/screens.ts'
import * as alert from '#alert/web/backoffice/screens.ts'
import * as dispute from '#dispute/web/backoffice/screens.ts'
import * as contest from '#contest/web/backoffice/screens.ts'
import * as site from '#site/web/backoffice/screens.ts'
import { mergeField } from '../../mergeField.ts'

const nouns = [
  staff,
  account,
  parking,
  review,
  ticket,
  partner,
  reservation,
  till,
  reporting,
  closing,
  equipment,
  dispute,
  contest,
  alert,
  site,
]

// Spread, because the names of routes are types of the pages too.
export const backOfficeRoutes = {
  ...staff.routes,
  ...account.routes,
  ...parking.routes,
  ...review.routes,
  ...ticket.routes,
  ...partner.routes,
  ...reservation.routes,
  ...till.routes,
  ...reporting.routes,
  ...closing.routes,
  ...equipment.routes,
  ...alert.routes,
  ...dispute.routes,
  ...contest.routes,
  ...site.routes,
} as const

export const backOfficePages = mergeField(nouns, 'pages')

export const shownSubjects = mergeField(nouns, 'shows')
