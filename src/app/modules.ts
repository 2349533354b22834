import * as session from '#session/contract.ts'
import * as staff from '#staff/contract.ts'
import * as account from '#account/contract.ts'
import * as recovery from '#account/recoveryContract.ts'
import * as accountMe from '#account/me/contract.ts'
import * as accountBackOffice from '#account/backoffice.ts'
import * as vehicle from '#vehicle/contract.ts'
import * as parking from '#parking/contract.ts'
import * as parkingBackOffice from '#parking/backoffice.ts'
import * as occupancy from '#parking/occupancy.ts'
import * as card from '#card/contract.ts'
import * as payment from '#payment/contract.ts'
import * as review from '#review/backoffice.ts'
import * as receipt from '#receipt/contract.ts'
import * as reminder from '#reminder/contract.ts'
import * as paymentPix from '#payment/pix/contract.ts'
import * as paymentWebhook from '#payment/webhook/contract.ts'
import * as ticket from '#ticket/contract.ts'
import * as ticketBackOffice from '#ticket/backoffice.ts'
import * as tariffBackOffice from '#ticket/tariffBackOffice.ts'
import * as partner from '#partner/contract.ts'
import * as partnerBackOffice from '#partner/backoffice.ts'
import * as partnerDesk from '#partner/deskContract.ts'
import * as reservation from '#reservation/contract.ts'
import * as reservationBackOffice from '#reservation/backoffice.ts'
import * as till from '#till/backoffice.ts'
import * as dashboard from '#reporting/dashboard.ts'
import * as today from '#reporting/today.ts'
import * as reconciliation from '#reporting/reconciliation.ts'
import * as taken from '#reporting/taken.ts'
import * as closing from '#closing/backoffice.ts'
import * as equipment from '#equipment/contract.ts'
import * as equipmentBackOffice from '#equipment/backoffice.ts'
import * as levels from '#staff/levelsContract.ts'
import * as dispute from '#dispute/backoffice.ts'
import * as contest from '#contest/contract.ts'
import * as contestBackOffice from '#contest/backoffice.ts'
import * as alert from '#alert/backoffice.ts'
import * as search from '#search/backoffice.ts'
import * as site from '#site/contract.ts'
import * as clientError from '#session/clientErrorContract.ts'
import * as settings from '#site/settingsContract.ts'
import type { Endpoint } from '#kit/endpoint.ts'

export const nouns = {
  session: [session, clientError],
  staff: [staff, levels],
  account: [account, recovery, accountMe, accountBackOffice],
  vehicle: [vehicle],
  parking: [parking, parkingBackOffice, occupancy],
  card: [card],
  payment: [payment, paymentPix, paymentWebhook],
  review: [review],
  receipt: [receipt],
  reminder: [reminder],
  ticket: [ticket, ticketBackOffice, tariffBackOffice],
  partner: [partner, partnerBackOffice, partnerDesk],
  reservation: [reservation, reservationBackOffice],
  till: [till],
  reporting: [dashboard, today, taken, reconciliation],
  closing: [closing],
  equipment: [equipment, equipmentBackOffice],
  dispute: [dispute],
  contest: [contest, contestBackOffice],
  alert: [alert],
  search: [search],
  site: [site, settings],
} as const

/** By exported name, unique over all modules. */
export const contracts: Readonly<Record<string, Endpoint>> = collectEndpoints()

function collectEndpoints(): Record<string, Endpoint> {
  const found = new Map<string, Endpoint>()
  for (const [noun, files] of Object.entries(nouns))
    for (const [name, declared] of files.flatMap((file) => Object.entries<unknown>(file))) {
      if (!isEndpoint(declared)) continue
      if (found.has(name)) throw new Error(`two endpoints are named ${name}; one is of ${noun}`)
      found.set(name, declared)
    }
  return Object.fromEntries(found)
}

function isEndpoint(declared: unknown): declared is Endpoint {
  return typeof declared === 'object' && declared !== null && 'access' in declared && 'path' in declared
}
