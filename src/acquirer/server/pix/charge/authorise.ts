import { decimalReais } from '#kit/money.ts'
import type { AuthoriseOutcome, AuthoriseRequest, Payer } from '../../../acquirer.ts'
import type { Bank } from '../bank/bank.ts'
import { refusalOf } from '../bank/problem.ts'
import { readCharge } from './readCharge.ts'
import { unknown, refused } from '../../outcomes.ts'
import { charge } from './wire.ts'

/**
 * PUT /cob/{txid} (src/acquirer/server/pix/README.md#the-standard). Does not retry: `find` settles an
 * `unknown`.
 */
export async function authorise(bank: Bank, request: AuthoriseRequest): Promise<AuthoriseOutcome> {
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
