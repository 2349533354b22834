import { accountNoun } from '#account/server/noun.ts'
import { booksNoun } from '#books/server/noun.ts'
import { cardNoun } from '#card/server/noun.ts'
import { equipmentNoun } from '#equipment/server/noun.ts'
import type { ActorKind } from '#kit/server/auditNames.ts'
import type { Work } from '#kit/server/jobs/job.ts'
import type { Keepings } from '#kit/server/keeping/keeping.ts'
import type { ServerNoun } from '#kit/server/noun.ts'
import { kitTables } from '#kit/server/keeping/tables.ts'
import { parkingNoun } from '#parking/server/noun.ts'
import { paymentNoun } from '#payment/server/noun.ts'
import { reservationNoun } from '#reservation/server/noun.ts'
import type { Doors } from '#session/server/doors.ts'
import { sessionNoun } from '#session/server/noun.ts'
import { siteNoun } from '#site/server/noun.ts'
import type { TrailNames } from '#staff/server/audit/names.ts'
import type { Trails } from '#staff/trail.ts'
import { staffNoun } from '#staff/server/noun.ts'
import { ticketNoun } from '#ticket/server/noun.ts'
import { vehicleNoun } from '#vehicle/server/noun.ts'

/** What each noun puts into the server. `app.ts` hands each its dependencies: one that lacks some does not compile. */
export const serverNouns = [
  sessionNoun,
  staffNoun,
  accountNoun,
  vehicleNoun,
  parkingNoun,
  cardNoun,
  paymentNoun,
  ticketNoun,
  reservationNoun,
  booksNoun,
  equipmentNoun,
  siteNoun,
] as const satisfies readonly ServerNoun<never, Doors>[]

/** Every kind of job that there is. */
export const jobKinds = serverNouns.flatMap((noun) => ('jobs' in noun ? [...noun.jobs] : []))

type Working = Extract<(typeof serverNouns)[number], { works: unknown }>['works']
/** What all of them need together. */
type Needed = [Working] extends [(deps: infer Deps) => Work[]] ? Deps : never

/** Every kind of job, with what it needs. */
export function allWorks(deps: Needed): Work[] {
  return serverNouns.flatMap((noun) => ('works' in noun ? noun.works(deps) : []))
}

/** Who acts under a numbered name, people first. */
const actors: readonly ActorKind[] = serverNouns.flatMap((noun) => ('actors' in noun ? [noun.actors] : []))

/** The audit trail's words for every kind of thing; one that is missing does not compile. */
export const trails: Trails = {
  ...accountNoun.trails,
  ...parkingNoun.trails,
  ...paymentNoun.trails,
  ...ticketNoun.trails,
  ...reservationNoun.trails,
  ...booksNoun.trails,
  ...equipmentNoun.trails,
  ...siteNoun.trails,
}

/** How the audit trail finds names; a kind of thing that no noun finds does not compile. */
export const trailNames: TrailNames = {
  actors,
  subjects: {
    ...accountNoun.names,
    ...parkingNoun.names,
    ...paymentNoun.names,
    ...ticketNoun.names,
    ...reservationNoun.names,
    ...booksNoun.names,
    ...equipmentNoun.names,
    ...siteNoun.names,
  },
}

/** The tables by the noun that each belongs to. */
export const tablesByNoun = {
  kit: kitTables(jobKinds),
  session: sessionNoun.tables,
  staff: staffNoun.tables,
  account: accountNoun.tables,
  vehicle: vehicleNoun.tables,
  parking: parkingNoun.tables,
  card: cardNoun.tables,
  payment: paymentNoun.tables,
  ticket: ticketNoun.tables,
  reservation: reservationNoun.tables,
  books: booksNoun.tables,
  equipment: equipmentNoun.tables,
} as const

/** How long the rows of every table are kept; a table without its row does not compile. */
export const tables: Keepings = {
  ...tablesByNoun.kit,
  ...tablesByNoun.session,
  ...tablesByNoun.staff,
  ...tablesByNoun.account,
  ...tablesByNoun.vehicle,
  ...tablesByNoun.parking,
  ...tablesByNoun.card,
  ...tablesByNoun.payment,
  ...tablesByNoun.ticket,
  ...tablesByNoun.reservation,
  ...tablesByNoun.books,
  ...tablesByNoun.equipment,
}
