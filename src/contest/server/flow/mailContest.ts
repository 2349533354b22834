import * as z from 'zod/mini'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import type { Tx } from '#db/schema.ts'
import { reaisText } from '#kit/money.ts'
import { job } from '#kit/server/jobs/job.ts'
import { enqueue } from '#kit/server/jobs/enqueue.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { renderMail } from '#kit/text/renderMail.ts'
import { methodRow } from '#payment/method/method.ts'
import { getPayment, payerOf } from '#payment/server/store.ts'
import { formatProtocol } from '#payment/texts.ts'
import { type Contact, contactText } from '#reservation/mails.ts'
import { contestReasons, refusedRefundText } from '../../states.ts'
import type { ContestDeps } from '../deps.ts'
import { type Contest, contests, type ContestWithPayment } from '../store.ts'

const contestMailKinds = ['received', 'decided', 'answered', 'reopened', 'returned'] as const
type ContestMailKind = (typeof contestMailKinds)[number]

/** `at` distinguishes repeated events. */
export const contestMailJob = job({
  name: 'contest_mail',
  lane: 'mail',
  keptDays: 30,
  payload: z.object({ contestId: z.number(), kind: z.enum(contestMailKinds), at: z.number() }),
  run: async (deps: ContestDeps, { contestId, kind, at }) => {
    const row = await contests(deps.db).where('contest.id', '=', contestId).executeTakeFirst()
    if (!row) return
    const payment = await getPayment(deps.db, row.payment_id)
    const { name: operator } = await deps.operator()
    const { refundTo } = methodRow(payment.payment_type)
    const facts = { row, operator, refundTo, contact: await deps.contact(), publicUrl: deps.publicUrl }
    const key = `contest-${contestId}-${kind}-${at}`
    const toDriver = composeContestMail(kind, 'driver', facts)
    const email = payerOf(payment)?.email ?? row.email
    if (toDriver && email !== null) await deps.mailer.send(key, { to: email, ...toDriver })
    const toStaff = composeContestMail(kind, 'staff', facts)
    if (!toStaff) return
    for (const to of await deps.alertTo()) await deps.mailer.send(`${key}-${to}`, { to, ...toStaff })
  },
})

/** Runs in the transaction of the event. */
export async function enqueueContestMail(
  tx: Tx,
  { id }: Contest,
  kind: ContestMailKind,
  now: Date,
): Promise<void> {
  const at = now.getTime()
  await enqueue(tx, contestMailJob, { contestId: id, kind, at }, { key: `contest-${id}-${kind}-${at}`, now })
}

/** The mails show no name, plate, CPF or card. */
type ContestMailFacts = {
  readonly row: ContestWithPayment
  readonly operator: string
  readonly refundTo: string
  readonly contact: Contact
  readonly publicUrl: string
}

type MailText = { readonly title: string; readonly lines: readonly string[] }

/** A missing recipient gets no mail. */
type MailsByRecipient = {
  readonly driver?: (of: ContestMailFacts) => MailText
  readonly staff?: (of: ContestMailFacts) => MailText
}

const dayText = createDateFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const answerByText = ({ row }: ContestMailFacts) => dayText(row.answer_by_at, row.time_zone)
const protocolText = ({ row }: ContestMailFacts) => formatProtocol({ id: row.payment_id })
const refundedText = ({ row }: ContestMailFacts) => reaisText(row.refund_cents)

const answeredText = (of: ContestMailFacts): MailText => {
  const { state, answer, rule, refund_cents: refundCents } = of.row
  const back = refundCents > 0 && rule === null ? [`${refundedText(of)} voltam ${of.refundTo}.`] : []
  if (state === 'declined')
    return {
      title: 'Respondemos à sua reclamação',
      lines: [
        answer ?? '',
        'Não concorda? Você pode reabrir a reclamação uma vez, em até 7 dias, falar conosco ou procurar o Procon da sua cidade.',
        contactText('Fale conosco:', of.contact),
      ],
    }
  return { title: 'A sua reclamação foi aceita', lines: [answer ?? '', ...back] }
}

const contestMails: Readonly<Record<ContestMailKind, MailsByRecipient>> = {
  received: {
    driver: (of) => ({
      title: 'Recebemos a sua reclamação',
      lines: [`Respondemos até ${answerByText(of)}. Guarde o protocolo ${protocolText(of)}.`],
    }),
    staff: (of) => ({
      title: `Nova reclamação: ${contestReasons[of.row.reason].text}`,
      lines: [`O cliente espera a resposta até ${answerByText(of)}.`],
    }),
  },
  decided: {
    driver: answeredText,
    staff: (of) => ({
      title: `Reclamação aceita por regra: ${refundedText(of)}`,
      lines: ['O portal devolveu o que o registro prova. Nada precisa ser feito.'],
    }),
  },
  answered: { driver: answeredText },
  reopened: {
    driver: (of) => ({
      title: 'Reabrimos a sua reclamação',
      lines: [`Respondemos até ${answerByText(of)}. O protocolo continua ${protocolText(of)}.`],
    }),
    staff: (of) => ({
      title: `Reclamação reaberta: ${contestReasons[of.row.reason].text}`,
      lines: [`O cliente não concordou e espera a resposta até ${answerByText(of)}.`],
    }),
  },
  returned: {
    driver: (of) => ({
      title: 'A devolução ainda não foi feita',
      lines: [
        refusedRefundText,
        `Respondemos até ${answerByText(of)}. O protocolo continua ${protocolText(of)}.`,
      ],
    }),
    staff: () => ({
      title: 'A devolução de uma reclamação foi recusada',
      lines: ['A adquirente não devolveu o valor aceito. A reclamação espera por você de novo.'],
    }),
  },
}

/** Returns null for a recipient that gets no mail. */
function composeContestMail(kind: ContestMailKind, to: 'driver' | 'staff', of: ContestMailFacts) {
  const text = contestMails[kind][to]?.(of)
  if (!text) return null
  const { row, publicUrl } = of
  const lot = row.lot === null ? [] : [{ label: 'Estacionamento', value: row.lot }]
  return renderMail({
    operator: of.operator,
    name: '',
    ...text,
    facts: [
      { label: 'Protocolo', value: protocolText(of) },
      { label: 'Motivo', value: contestReasons[row.reason].text },
      ...lot,
      { label: 'Ticket', value: formatTicketCode(row.ticket_code) },
    ],
    links: [
      to === 'driver'
        ? { label: 'VER A RECLAMAÇÃO', url: `${publicUrl}/#/payment/${row.token}/contest` }
        : { label: 'ABRIR A RECLAMAÇÃO', url: `${publicUrl}/#/staff/contests/${row.id}` },
    ],
  })
}
