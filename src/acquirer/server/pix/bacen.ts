import type {
  Acquirer,
  EndOutcome,
  Notification,
  Notified,
  AuthoriseOutcome,
  AuthoriseRequest,
} from '../../acquirer.ts'
import type { Payer } from '../../payer.ts'
import { attemptDigest, pixRefundRules } from '../pixSales.ts'
import { type Bank, openBank } from './bank/bank.ts'
import type { PixSettings } from './bank/banks.ts'
import { end, find, readAt } from './charge/find.ts'
import { refundCharge } from './charge/refundCharge.ts'
import { unknown, refused } from '../outcomes.ts'
import { sameText } from '#kit/server/secrets.ts'
import { news, charge } from './charge/wire.ts'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { minuteMs, plus } from '#kit/clock.ts'
import { isApiNotFound, refusalOf } from './bank/problem.ts'
import { decimalReais } from '#kit/money.ts'
import { readCharge } from './charge/readCharge.ts'

/** The Central Bank's Pix API, at any bank (src/acquirer/server/pix/README.md). */
export function bacenAcquirer(settings: PixSettings): Acquirer {
  const bank = openBank(settings)
  const isVerified = cachedCheck(bank)
  return {
    name: 'bacen',
    offers: ['pix'],
    refundRules: pixRefundRules,
    // A txid is 26 to 35 letters and digits, shown in the QR code.
    orderKey: attemptDigest,
    authorise: (request) => authorise(bank, request),
    capture: ({ reference }) => findCaptured(bank, reference),
    void: (change) => refundCharge(bank, change, null),
    refund: ({ amountCents, ...change }) => refundCharge(bank, change, amountCents),
    end: (reference, askedAt) => end(bank, reference, askedAt),
    find: (orderKey, askedAt) => find(bank, { reference: orderKey, askedAt }, isVerified),
    findByReference: (reference, askedAt) => find(bank, { reference, askedAt }, isVerified),
    findOrderKey: async (reference) => ({ outcome: 'found', orderKey: reference }),
    // The txid is ours, so a repeat is the same charge.
    findSales: async (orderKey) => ({ outcome: 'found', references: [orderKey] }),
    check: () => checkPixApi(bank),
    forgetCard: async () => 'not_offered',
    carriesSecret: (sent) => carriesSecret(settings.webhookSecret, sent),
    readNotification: (notification) => readNotification(settings.webhookSecret, notification),
  }
}

async function findCaptured(bank: Bank, reference: string): Promise<EndOutcome> {
  const { outcome } = await readAt(bank, { reference })
  if (outcome.outcome === 'approved' || outcome.outcome === 'refused') return outcome
  return unknown(reference, `charge ${outcome.outcome}`)
}

function carriesSecret(webhookSecret: string, { secret }: Pick<Notification, 'secret'>): boolean {
  return secret !== null && webhookSecret !== '' && sameText(secret, webhookSecret)
}

/** Null without the secret; a Pix without a charge and the bank's test are ignored. */
function readNotification(webhookSecret: string, { secret, body }: Notification): Notified | null {
  if (!carriesSecret(webhookSecret, { secret })) return null
  const payments = news.safeParse(body).data?.pix ?? []
  const txids = payments
    .flatMap((payment) => payment?.txid ?? [])
    .filter((txid) => /^[a-zA-Z0-9]{26,35}$/.test(txid))
  return { references: [...new Set(txids)] }
}

const list = z.object({ parametros: z.object({}) })

/** The reason why the API's 'not found' cannot be trusted, or null: a wrong address also answers 404. */
export async function checkPixApi(bank: Bank): Promise<string | null> {
  const now = bank.settings.clock.now()
  const query = { inicio: plus(now, -minuteMs).toISOString(), fim: now.toISOString() }
  const listed = await bank.call({ method: 'GET', part: 'cob', path: '', query, share: 0.25 })
  if (listed.status !== 200 || !list.safeParse(listed.body).success)
    return `the bank answers ${listed.status ?? listed.detail} when it is asked for the charges of a minute`
  const path = `/${randomBytes(16).toString('hex')}`
  const answer = await bank.call({ method: 'GET', part: 'cob', path, share: 0.25 })
  if (isApiNotFound(answer)) return null
  return `the bank answers ${answer.status ?? answer.detail} for a charge that nobody made`
}

function cachedCheck(bank: Bank): () => Promise<boolean> {
  let proven = false
  return async () => {
    proven ||= (await checkPixApi(bank)) === null
    return proven
  }
}

/**
 * PUT /cob/{txid} (src/acquirer/server/pix/README.md#the-standard). Does not retry: `find` settles an
 * `unknown`.
 */
async function authorise(bank: Bank, request: AuthoriseRequest): Promise<AuthoriseOutcome> {
  const { orderKey: reference, instrument, capture, amountCents } = request
  if (instrument.type !== 'pix' || !capture) return refused(null, null, 'instrument')
  const { settings } = bank
  const askedAt = settings.clock.now()
  const answer = await bank.call({
    method: 'PUT',
    part: 'cob',
    path: `/${encodeURIComponent(reference)}`,
    body: {
      calendario: { expiracao: settings.expiryS },
      ...debtor(request.payer),
      valor: { original: decimalReais(amountCents) },
      chave: settings.key,
      solicitacaoPagador: 'Estacionamento',
    },
  })
  const returnCode = refusalOf(answer)
  if (returnCode !== null) return refused(null, returnCode, 'instrument')
  const read = answer.status !== null && answer.status < 300 ? charge.safeParse(answer.body) : null
  if (!read?.success) return unknown(reference, `${answer.status ?? answer.detail} without a charge`)
  if (read.data.txid !== reference || read.data.valor.original !== amountCents)
    return unknown(reference, 'the answer is of another charge')
  const outcome = readCharge(settings, read.data, askedAt)
  return outcome.outcome === 'not_found' ? unknown(reference, 'just made') : outcome
}

function debtor({ name, taxId }: Payer): object {
  const nome = name.trim().slice(0, 200)
  if (nome === '' || !/^(\d{11}|\d{14})$/.test(taxId)) return {}
  return { devedor: taxId.length === 11 ? { cpf: taxId, nome } : { cnpj: taxId, nome } }
}
