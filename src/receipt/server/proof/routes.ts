import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { drawQrCode, acceptedImageType } from '#kit/server/http/qrCodeImage.ts'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import type { PortalCaller, Guards } from '#session/server/caller.ts'
import { recordHitOrThrow } from '#session/server/limits/admit.ts'
import * as contract from '../../contract.ts'
import type { ReceiptDeps } from '../deps.ts'
import { checkReceipt, wireCheckedReceipt } from './checkReceipt.ts'
import { readSignedProof } from './proofOf.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { legalRetentionDays } from '#kit/server/retention/retention.ts'
import { createHash } from 'node:crypto'
import type { Markup } from '#kit/markup.ts'
import { allLots } from '#parking/server/store.ts'
import {
  messageMain,
  proofDocument,
  proofTexts,
  renderUnknownReceipt,
  verifiedReceiptMain,
} from '../../proofPage.ts'
import { proofStyle } from '../../proofStyle.ts'
import { splitProof } from '../../proof.ts'

type ProofGuards = Pick<Guards, 'portal' | 'outside'>

export function proofRoutes(app: FastifyInstance, deps: ReceiptDeps, { portal, outside }: ProofGuards): void {
  mount(app, contract.readProof, portal, async ({ params: { token } }, { session: { userId } }) => ({
    data: await readSignedProof(deps, { token, userId }),
  }))
  const drawing: Guard<PortalCaller & { accept: string }> = async (request, reply, endpoint) => ({
    ...(await portal(request, reply, endpoint)),
    accept: request.headers.accept ?? '',
  })
  mountFile(app, contract.drawProof, drawing, async ({ params: { token } }, { session, accept }) => {
    const { url } = await readSignedProof(deps, { token, userId: session.userId })
    const { type, image } = await drawQrCode(url, acceptedImageType(accept))
    return { type, content: image }
  })
  mount(app, contract.checkReceipt, portal, async ({ params: { text } }, { ip }) => {
    await limitChecks(deps, ip)
    const [found, issuer] = [await checkReceipt(deps, text), await deps.operator()]
    return { data: wireCheckedReceipt(found, issuer, deps.clock.now()) }
  })
  mount(app, contract.receiptKeys, outside, () => publishedKeys(deps))
  proofPageRoutes(app, deps, outside)
}

async function limitChecks({ db, clock }: Pick<ReceiptDeps, 'db' | 'clock'>, ip: string): Promise<void> {
  await transaction(db, (tx) => recordHitOrThrow(tx, { limit: 'receipt_check', key: ip }, clock.now()))
}

/** Every address under /r/ answers a page, also for an error; '/r/' answers the page that verifies offline. */
function proofPageRoutes(app: FastifyInstance, deps: ReceiptDeps, outside: Guards['outside']): void {
  for (const url of [contract.proofPage.path, '/r/*'])
    app.get<{ Params: { text?: string; '*'?: string } }>(url, async (request, reply) => {
      const text = request.params.text ?? request.params['*'] ?? ''
      const page = text === '' ? offlinePage(deps) : checkedPage(text, request, reply)
      const { html, csp, answer } = await page
      if (answer !== undefined) reply.header('guiche-receipt', answer)
      return reply.headers({ ...proofHeaders, 'content-security-policy': csp }).send(html)
    })

  async function checkedPage(text: string, request: FastifyRequest, reply: FastifyReply) {
    try {
      const { ip } = await outside(request, reply, contract.proofPage)
      await limitChecks(deps, ip)
    } catch (failure) {
      if (!(failure instanceof Fail) || failure.failName !== 'too_many') throw failure
      reply.status(429).header('retry-after', failure.detail.retryAfterSeconds)
      return tooManyPage(deps)
    }
    return proofPage(deps, text)
  }
}

/** The JWK set has each key until its last capture is older than the legal retention. */
export async function publishedKeys(deps: Pick<ReceiptDeps, 'db' | 'clock' | 'receiptKeys'>) {
  const { db, clock, receiptKeys } = deps
  const since = addMs(clock.now(), -legalRetentionDays * dayMs)
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

type Deps = Pick<ReceiptDeps, 'db' | 'clock' | 'receiptKeys' | 'operator' | 'operatorTimeZone'>

const styleHash = createHash('sha256').update(proofStyle.html).digest('base64')
const contentSecurityPolicy = (script: string) =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; script-src ${script}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const proofHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

/** `answer` is for the service worker, which keeps it for a time without a network. */
type ProofPage = { html: string; csp: string; answer?: string }

const pageWithoutScript = (title: string, main: Markup): ProofPage => ({
  html: proofDocument(title, main),
  csp: contentSecurityPolicy("'none'"),
})

async function proofPage(deps: Deps, text: string): Promise<ProofPage> {
  const [issuer, found] = [await deps.operator(), await checkReceipt(deps, text)]
  const now = { text: proofTexts.now, at: deps.clock.now() }
  if (found === null)
    return pageWithoutScript(
      proofTexts.unknown,
      renderUnknownReceipt(issuer, now, await deps.operatorTimeZone()),
    )
  const checked = found.isKnown ? now : { ...now, note: proofTexts.forgotten }
  const { state, refundedCents } = found
  const key = createHash('sha256')
    .update(splitProof(text)?.text ?? '')
    .digest('hex')
  const answer = JSON.stringify({ key, state, refundedCents, at: now.at.getTime() })
  return { ...pageWithoutScript(proofTexts.title, verifiedReceiptMain(issuer, found, checked)), answer }
}

/** The page that verifies without a network; the service worker keeps it. */
async function offlinePage({ db, receiptKeys, operator }: Deps): Promise<ProofPage> {
  const issuer = await operator()
  const lots = (await allLots(db)).map(({ id, name, time_zone: timeZone }) => ({ id, name, timeZone }))
  const keys = receiptKeys.all
    .filter(({ kid }) => !receiptKeys.revoked.has(kid))
    .map(({ kid, x }) => ({ kid, x }))
  const title = 'Conferir recibo'
  const main = messageMain(issuer, title, 'Abra o endereço do QR code de um recibo.')
  return {
    html: proofDocument(title, main, JSON.stringify({ by: issuer, lots, keys })),
    csp: contentSecurityPolicy("'self'"),
  }
}

async function tooManyPage({ operator }: Deps): Promise<ProofPage> {
  const text = 'Muitas consultas deste endereço. Aguarde um minuto e confira de novo.'
  const title = 'Aguarde um minuto'
  return pageWithoutScript(title, messageMain(await operator(), title, text))
}
