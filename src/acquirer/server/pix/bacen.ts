import type {
  Acquirer,
  NotificationRequest,
  ParsedNotification,
  AuthoriseOutcome,
  AuthoriseRequest,
} from '../../acquirer.ts'
import type { Payer } from '../../payer.ts'
import { pixOrderKey, pixRefundRules } from '../pixSales.ts'
import { type BankClient, createBankClient } from './bank/bankClient.ts'
import type { PixSettings } from './bank/banks.ts'
import { cancelCharge, findCharge, queryCharge } from './charge/chargeCalls.ts'
import { refundCharge } from './charge/refundCharge.ts'
import { verifiedOnce } from '../notFound.ts'
import { asFinalOutcome, unknownOutcome, refused } from '../outcomes.ts'
import { timingSafeEqualTexts } from '#kit/server/secrets.ts'
import { pixNotification, charge } from './charge/wire.ts'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { minuteMs, addMs } from '#kit/clock.ts'
import { isApiNotFound, refusalCodeOf } from './bank/problem.ts'
import { decimalReais } from '#kit/money.ts'
import { readCharge } from './charge/readCharge.ts'

/** The Central Bank's Pix API, at any bank (src/acquirer/server/pix/README.md). */
export function bacenAcquirer(settings: PixSettings): Acquirer {
  const bank = createBankClient(settings)
  const isVerified = verifiedOnce(() => checkPixApi(bank))
  return {
    name: 'bacen',
    title: 'Pix',
    offers: ['pix'],
    refundRules: pixRefundRules,
    // A txid is 26 to 35 letters and digits, shown in the QR code.
    orderKey: pixOrderKey,
    authorise: (request) => authorise(bank, request),
    capture: async ({ reference }) =>
      asFinalOutcome((await queryCharge(bank, { reference })).outcome, reference),
    void: (change) => refundCharge(bank, change, null),
    refund: ({ amountCents, ...change }) => refundCharge(bank, change, amountCents),
    cancel: (reference, askedAt) => cancelCharge(bank, reference, askedAt),
    findByOrderKey: (orderKey, askedAt) => findCharge(bank, { reference: orderKey, askedAt }, isVerified),
    findByReference: (reference, askedAt) => findCharge(bank, { reference, askedAt }, isVerified),
    findOrderKey: async (reference) => ({ outcome: 'found', orderKey: reference }),
    // The txid is ours, so a repeat is the same charge.
    findSales: async (orderKey) => ({ outcome: 'found', references: [orderKey] }),
    checkQueries: () => checkPixApi(bank),
    forgetCard: async () => 'not_offered',
    hasValidSecret: (sent) => hasValidSecret(settings.webhookSecret, sent),
    readNotification: (notification) => readNotification(settings.webhookSecret, notification),
  }
}

function hasValidSecret(webhookSecret: string, { secret }: Pick<NotificationRequest, 'secret'>): boolean {
  return secret !== null && webhookSecret !== '' && timingSafeEqualTexts(secret, webhookSecret)
}

/** Null without the secret; a Pix without a charge and the bank's test are ignored. */
function readNotification(
  webhookSecret: string,
  { secret, body }: NotificationRequest,
): ParsedNotification | null {
  if (!hasValidSecret(webhookSecret, { secret })) return null
  const payments = pixNotification.safeParse(body).data?.pix ?? []
  const txids = payments
    .flatMap((payment) => payment?.txid ?? [])
    .filter((txid) => /^[a-zA-Z0-9]{26,35}$/.test(txid))
  return { references: [...new Set(txids)] }
}

const chargeList = z.object({ parametros: z.object({}) })

/** The reason why the API's 'not found' cannot be trusted, or null: a wrong address also answers 404. */
export async function checkPixApi(bank: BankClient): Promise<string | null> {
  const now = bank.settings.clock.now()
  const query = { inicio: addMs(now, -minuteMs).toISOString(), fim: now.toISOString() }
  const listed = await bank.call({ method: 'GET', resource: 'cob', path: '', query, timeoutShare: 0.25 })
  if (listed.status !== 200 || !chargeList.safeParse(listed.body).success)
    return `the bank answers ${listed.status ?? listed.detail} when it is asked for the charges of a minute`
  const path = `/${randomBytes(16).toString('hex')}`
  const answer = await bank.call({ method: 'GET', resource: 'cob', path, timeoutShare: 0.25 })
  if (isApiNotFound(answer)) return null
  return `the bank answers ${answer.status ?? answer.detail} for a charge that nobody made`
}

/**
 * PUT /cob/{txid} (src/acquirer/server/pix/README.md#the-standard). Does not retry: `findByOrderKey` settles
 * an `unknown`.
 */
async function authorise(bank: BankClient, request: AuthoriseRequest): Promise<AuthoriseOutcome> {
  const { orderKey: reference, instrument, capture, amountCents } = request
  if (instrument.type !== 'pix' || !capture) return refused(null, null, 'instrument')
  const { settings } = bank
  const askedAt = settings.clock.now()
  const answer = await bank.call({
    method: 'PUT',
    resource: 'cob',
    path: `/${encodeURIComponent(reference)}`,
    body: {
      calendario: { expiracao: settings.expiryS },
      ...debtor(request.payer),
      valor: { original: decimalReais(amountCents) },
      chave: settings.key,
      solicitacaoPagador: 'Estacionamento',
    },
  })
  const returnCode = refusalCodeOf(answer)
  if (returnCode !== null) return refused(null, returnCode, 'instrument')
  const read = answer.status !== null && answer.status < 300 ? charge.safeParse(answer.body) : null
  if (!read?.success) return unknownOutcome(reference, `${answer.status ?? answer.detail} without a charge`)
  if (read.data.txid !== reference || read.data.valor.original !== amountCents)
    return unknownOutcome(reference, 'the answer is of another charge')
  const outcome = readCharge(settings, read.data, askedAt)
  return outcome.outcome === 'not_found' ? unknownOutcome(reference, 'just made') : outcome
}

function debtor({ name, taxId }: Payer): object {
  const nome = name.trim().slice(0, 200)
  if (nome === '' || !/^(\d{11}|\d{14})$/.test(taxId)) return {}
  return { devedor: taxId.length === 11 ? { cpf: taxId, nome } : { cnpj: taxId, nome } }
}
