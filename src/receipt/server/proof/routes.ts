import type { FastifyInstance } from 'fastify'
import { Fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { drawText, imageType } from '#kit/server/http/codeImage.ts'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller, Guards } from '#session/server/caller.ts'
import { recordHitOrThrow } from '#session/server/limits/admit.ts'
import * as contract from '../../contract.ts'
import type { ReceiptDeps } from '../deps.ts'
import { checkReceipt, wireChecked } from './checkReceipt.ts'
import { offlinePage, proofHeaders, proofPage, tooManyPage } from './page.ts'
import { proofOfBearer } from './proofOf.ts'
import { dayMs, plus } from '#kit/clock.ts'
import { lawDays } from '#kit/server/retention/retention.ts'

type Doors = Pick<Guards, 'portal' | 'outside'>

export function proofRoutes(app: FastifyInstance, deps: ReceiptDeps, { portal, outside }: Doors): void {
  mount(app, contract.readProof, portal, async ({ params: { token } }, { session: { userId } }) => ({
    data: await proofOfBearer(deps, { token, userId }),
  }))
  const drawing: Guard<PortalCaller & { accept: string }> = async (request, reply, endpoint) => ({
    ...(await portal(request, reply, endpoint)),
    accept: request.headers.accept ?? '',
  })
  mountFile(app, contract.drawProof, drawing, async ({ params: { token } }, { session, accept }) => {
    const { url } = await proofOfBearer(deps, { token, userId: session.userId })
    const { type, image } = await drawText(url, imageType(accept))
    return { type, content: image }
  })
  mount(app, contract.checkReceipt, portal, async ({ params: { text } }, { ip }) => {
    await countCheck(deps, ip)
    const [found, by] = [await checkReceipt(deps, text), await deps.operator()]
    return { data: wireChecked(found, by, deps.clock.now()) }
  })
  mount(app, contract.receiptKeys, outside, () => publishedKeys(deps))
  proofPageRoutes(app, deps, outside)
}

async function countCheck({ db, clock }: Pick<ReceiptDeps, 'db' | 'clock'>, ip: string): Promise<void> {
  await transaction(db, (tx) => recordHitOrThrow(tx, { limit: 'receipt_check', key: ip }, clock.now()))
}

/** A page for people: every address under /r/ answers one, refusals too. */
function proofPageRoutes(app: FastifyInstance, deps: ReceiptDeps, outside: Guards['outside']): void {
  for (const url of [contract.proofPage.path, '/r/*'])
    app.get<{ Params: { text?: string; '*'?: string } }>(url, async (request, reply) => {
      const text = request.params.text ?? request.params['*'] ?? ''
      const { html, csp } = await pageFor(text, async () => {
        const { ip } = await outside(request, reply, contract.proofPage)
        await countCheck(deps, ip)
      }).catch(async (failure: unknown) => {
        if (!(failure instanceof Fail) || failure.fail !== 'too_many') throw failure
        reply.status(429).header('retry-after', failure.detail.retryAfterSeconds)
        return tooManyPage(deps)
      })
      return reply.headers({ ...proofHeaders, 'content-security-policy': csp }).send(html)
    })

  /** '/r/' alone is the page that verifies offline. */
  async function pageFor(text: string, admit: () => Promise<void>) {
    if (text === '') return offlinePage(deps)
    await admit()
    return proofPage(deps, text)
  }
}

/** As a JWK set: each key until its last capture is as old as the law asks. */
export async function publishedKeys(deps: Pick<ReceiptDeps, 'db' | 'clock' | 'receiptKeys'>) {
  const { db, clock, receiptKeys } = deps
  const since = plus(clock.now(), -lawDays * dayMs)
  const found = await Promise.all(
    receiptKeys.all.map(async ({ kid, x }, at) => {
      const newest = await db
        .selectFrom('payment')
        .select('paid_at')
        .where('receipt_kid', '=', kid)
        .where('paid_at', 'is not', null)
        .orderBy('paid_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const last = newest?.paid_at ?? null
      if (receiptKeys.revoked.has(kid) || (at > 0 && last !== null && last < since)) return []
      const key = { kty: 'OKP', crv: 'Ed25519', kid, x, use: 'sig' } as const
      return [{ ...key, last_signed_at: last && last.toISOString() }]
    }),
  )
  return { keys: found.flat() }
}
