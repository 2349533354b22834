import type { FastifyInstance } from 'fastify'
import { addMs, isoIn } from '#kit/clock.ts'
import { humanMoney, toReais, wireMoney } from '#kit/money.ts'
import { pagedList, parsePageRequest } from '#kit/paging.ts'
import { fetchPage } from '#kit/server/db/query/fetchPage.ts'
import { withCurrentOnConflict } from '#kit/server/http/answerChange.ts'
import { type Guard, mount } from '#kit/server/http/mount.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { lookUpTicket } from '#ticket/server/flow/lookUpTicket.ts'
import { readTakenOffNow } from '#ticket/server/validation/takenOff.ts'
import { stateOfValidation } from '#ticket/server/backoffice/ticketValidations.ts'
import * as contract from '../contract.ts'
import { undoTimeMs } from '../undoTime.ts'
import { drawShopCode } from './codes.ts'
import type { PartnerDeps } from './deps.ts'
import { acceptInvitation } from './flow/changePeople.ts'
import type { GivenValidation } from './flow/giveBenefit.ts'
import {
  createScreenCode,
  requireShop,
  type ShopPerson,
  undoOwnValidation,
  validateTicket,
} from './flow/shop.ts'
import { redeemCode } from './flow/redeemCode.ts'
import { listBenefits } from './store.ts'
import { shopValidations, sumMonth } from './validations.ts'

type ShopRow = Awaited<ReturnType<ReturnType<typeof shopValidations>['executeTakeFirstOrThrow']>>

/** Of a ticket a shop's person sees its number, what is due and until when nothing is. */
export function shopRoutes(app: FastifyInstance, deps: PartnerDeps, portal: Guard<PortalCaller>): void {
  const { db, publicUrl } = deps
  const shopOf = (caller: PortalCaller) => requireShop(deps, caller.session)
  mount(app, contract.readOwnPartner, portal, async (_, caller) => ({
    data: await readOwnPartner(deps, await shopOf(caller)),
  }))
  mount(app, contract.acceptInvitation, portal, async ({ body }, caller) => {
    await acceptInvitation(deps, body.token, caller.session.userId ?? 0)
    return { data: await readOwnPartner(deps, await shopOf(caller)) }
  })
  mount(app, contract.validateTicket, portal, async ({ body: { code, benefit_id: benefitId } }, caller) => {
    const given = await validateTicket(deps, { code, benefitId }, await shopOf(caller))
    return { data: wireGiven(given, code) }
  })
  mount(app, contract.listOwnValidations, portal, async ({ query }, caller) => {
    const { partner } = await shopOf(caller)
    const request = parsePageRequest(query, 10)
    const found = await fetchPage(db, shopValidations(db, partner.id), request, (list) =>
      list.orderBy('at', 'desc').orderBy('id', 'desc'),
    )
    const rows = await wireOwn(deps, found.rows)
    return pagedList({ ...found, rows }, request, contract.listOwnValidations.path)
  })
  mount(app, contract.undoOwnValidation, portal, async ({ params: { id }, body: { reason } }, caller) => {
    const shop = await shopOf(caller)
    const fresh = async () => ({ data: await readOwn(deps, shop, id) })
    await withCurrentOnConflict(() => undoOwnValidation(deps, { id, reason }, shop), fresh)
    return fresh()
  })
  mount(app, contract.createScreenCode, portal, async ({ body }, caller) => {
    const { code, validUntil, timeZone } = await createScreenCode(deps, body.benefit_id, await shopOf(caller))
    const qr = await drawShopCode(publicUrl, code)
    return { data: { code, expires_at: isoIn(timeZone, validUntil), qr } }
  })
  mount(app, contract.useShopCode, portal, async ({ body: { ticket, code } }, caller) => {
    const { session, ip, proveAgain } = caller
    const by = { sessionHash: session.hash, userId: session.userId, ip, proveAgain }
    await redeemCode(deps, { ticket, code }, by)
    return { data: await lookUpTicket(deps, ticket, by) }
  })
}

async function readOwnPartner(deps: PartnerDeps, { partner }: ShopPerson): Promise<contract.WireOwnPartner> {
  const { db, clock } = deps
  const { month_count, month_value_cents: maxCents } = partner
  const timeZone = await deps.operatorTimeZone()
  const { count, cents } = await sumMonth(db, partner.id, { now: clock.now(), timeZone })
  const lots = (await readLotNames(db)).filter(({ id }) => partner.lot_ids.includes(id))
  const benefits = (await listBenefits(db, partner.id)).filter(({ active }) => active)
  return {
    name: partner.name,
    lots: lots.map(({ name }) => name),
    benefits: benefits.map(({ id, name, kind }) => ({ id, name, kind })),
    month: {
      count,
      max_count: month_count,
      ...wireMoney(cents),
      max_value: maxCents === null ? null : toReais(maxCents),
      max_valueHuman: maxCents === null ? null : humanMoney(maxCents),
    },
  }
}

function wireGiven(
  { id, offCents, stay, ticket }: GivenValidation,
  code: string,
): contract.WireGivenValidation {
  const { time_zone: timeZone } = ticket
  return {
    id,
    ticket: {
      code,
      ...wireMoney(stay.dueCents),
      covered_until: stay.coveredUntil && isoIn(timeZone, stay.coveredUntil),
      time_zone: timeZone,
    },
    off: toReais(offCents),
    offHuman: humanMoney(offCents),
  }
}

async function readOwn(deps: PartnerDeps, { partner }: ShopPerson, id: number) {
  const row = await shopValidations(deps.db, partner.id).where('id', '=', id).executeTakeFirstOrThrow()
  const [wired] = await wireOwn(deps, [row])
  if (!wired) throw new Error(`validation ${id} has no wire form`)
  return wired
}

async function wireOwn(
  { db, clock }: PartnerDeps,
  rows: readonly ShopRow[],
): Promise<contract.WireOwnValidation[]> {
  const now = clock.now()
  const standing = rows.filter((row) => stateOfValidation(row) === 'standing')
  const ticketIds = standing.flatMap(({ ticket_id: ticketId }) => ticketId ?? [])
  const takenOff = await readTakenOffNow(db, ticketIds, now)
  return rows.map((row) => {
    const { id, time_zone: timeZone, code, text, at, undone_at: undoneAt } = row
    const off = undoneAt === null ? (row.granted_cents ?? takenOff.get(id) ?? 0) : null
    const undoUntil = addMs(at, undoTimeMs)
    const canUndo = standing.includes(row) && undoUntil >= now
    return {
      id,
      at: isoIn(timeZone, at),
      time_zone: timeZone,
      code,
      benefit: text,
      state: stateOfValidation(row),
      off: off === null ? null : toReais(off),
      offHuman: off === null ? null : humanMoney(off),
      undo_until: canUndo ? isoIn(timeZone, undoUntil) : null,
    }
  })
}
