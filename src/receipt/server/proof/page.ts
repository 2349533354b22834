import { createHash } from 'node:crypto'
import type { Markup } from '#kit/markup.ts'
import { allLots } from '#parking/server/store.ts'
import { plainMain, proofDocument, proofTexts, unknownMain, verifiedMain } from '../../proofPage.ts'
import { proofStyle } from '../../proofStyle.ts'
import type { ReceiptDeps } from '../deps.ts'
import { checkReceipt } from './checkReceipt.ts'

type Deps = Pick<ReceiptDeps, 'db' | 'clock' | 'receiptKeys' | 'operator'>

const styleHash = createHash('sha256').update(proofStyle.html).digest('base64')
const policy = (script: string) =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; script-src ${script}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export const proofHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

type ProofPage = { html: string; csp: string }

const plain = (title: string, main: Markup): ProofPage => ({
  html: proofDocument(title, main),
  csp: policy("'none'"),
})

export async function proofPage(deps: Deps, text: string): Promise<ProofPage> {
  const [by, found] = [await deps.operator(), await checkReceipt(deps, text)]
  const now = { text: proofTexts.now, at: deps.clock.now() }
  if (found === null) return plain(proofTexts.unknown, unknownMain(by, now, 'America/Sao_Paulo'))
  const checked = found.isKnown ? now : { ...now, note: proofTexts.forgotten }
  return plain(proofTexts.title, verifiedMain(by, found, checked))
}

/** The page that verifies by itself, which the service worker keeps for when there is no network. */
export async function offlinePage({ db, receiptKeys, operator }: Deps): Promise<ProofPage> {
  const by = await operator()
  const lots = (await allLots(db)).map(({ id, name, time_zone: timeZone }) => ({ id, name, timeZone }))
  const keys = receiptKeys.all
    .filter(({ kid }) => !receiptKeys.revoked.has(kid))
    .map(({ kid, x }) => ({ kid, x }))
  const title = 'Conferir recibo'
  const main = plainMain(by, title, 'Abra o endereço do QR code de um recibo.')
  return { html: proofDocument(title, main, JSON.stringify({ by, lots, keys })), csp: policy("'self'") }
}

export async function tooManyPage({ operator }: Deps): Promise<ProofPage> {
  const text = 'Muitas consultas deste endereço. Aguarde um minuto e confira de novo.'
  const title = 'Aguarde um minuto'
  return plain(title, plainMain(await operator(), title, text))
}
