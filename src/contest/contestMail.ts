import { type Contact, contactText } from '#reservation/mails.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { humanMoney } from '#kit/money.ts'
import { instantFormat } from '#kit/text/formats.ts'
import { letter } from '#kit/text/letter.ts'
import { type ContestReason, contestReasons, type ContestState } from './states.ts'

/** Centavos; no name, plate, CPF or card. */
type ContestFacts = {
  readonly operator: string
  readonly protocol: string
  readonly ticketCode: string
  readonly lot: string | null
  readonly reason: ContestReason
  readonly state: ContestState
  readonly answer: string | null
  readonly answerBy: Date
  readonly timeZone: string
  readonly refundCents: number
  readonly byRule: boolean
  readonly refundTo: string
  readonly contact: Contact
  readonly driverUrl: string
  readonly staffUrl: string
}

type Mail = ReturnType<typeof letter>
type Text = { readonly title: string; readonly lines: readonly string[] }

/** A missing side is not written to. */
type MailRow = {
  readonly driver?: (of: ContestFacts) => Text
  readonly staff?: (of: ContestFacts) => Text
}

const dayText = instantFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const byDay = ({ answerBy, timeZone }: ContestFacts) => dayText(answerBy, timeZone)

const answered = (of: ContestFacts): Text => {
  const back =
    of.refundCents > 0 && !of.byRule ? [`R$\u00a0${humanMoney(of.refundCents)} voltam ${of.refundTo}.`] : []
  if (of.state === 'declined')
    return {
      title: 'Respondemos à sua contestação',
      lines: [
        of.answer ?? '',
        'Não concorda? Você pode reabrir a contestação uma vez, em até 7 dias, falar conosco ou procurar o Procon da sua cidade.',
        contactText('Fale conosco:', of.contact),
      ],
    }
  return { title: 'A sua contestação foi aceita', lines: [of.answer ?? '', ...back] }
}

const contestMails = {
  received: {
    driver: (of) => ({
      title: 'Recebemos a sua contestação',
      lines: [`Respondemos até ${byDay(of)}. Guarde o protocolo ${of.protocol}.`],
    }),
    staff: (of) => ({
      title: `Nova reclamação: ${contestReasons[of.reason].text}`,
      lines: [`O cliente espera a resposta até ${byDay(of)}.`],
    }),
  },
  decided: {
    driver: answered,
    staff: (of) => ({
      title: `Reclamação aceita por regra: R$\u00a0${humanMoney(of.refundCents)}`,
      lines: ['O portal devolveu o que o registro prova. Nada precisa ser feito.'],
    }),
  },
  answered: { driver: answered },
  reopened: {
    driver: (of) => ({
      title: 'Reabrimos a sua contestação',
      lines: [`Respondemos até ${byDay(of)}. O protocolo continua ${of.protocol}.`],
    }),
    staff: (of) => ({
      title: `Reclamação reaberta: ${contestReasons[of.reason].text}`,
      lines: [`O cliente não concordou e espera a resposta até ${byDay(of)}.`],
    }),
  },
  returned: {
    staff: () => ({
      title: 'A devolução de uma reclamação foi recusada',
      lines: ['A adquirente não devolveu o valor aceito. A reclamação espera por você de novo.'],
    }),
  },
} as const satisfies Readonly<Record<string, MailRow>>
export type ContestMailKind = keyof typeof contestMails
export const contestMailKinds = ['received', 'decided', 'answered', 'reopened', 'returned'] as const

/** Null for a side that is not written to. */
export function contestMail(kind: ContestMailKind, to: 'driver' | 'staff', of: ContestFacts): Mail | null {
  const row: MailRow = contestMails[kind]
  const text = row[to]?.(of)
  if (!text) return null
  const lot = of.lot === null ? [] : [{ label: 'Estacionamento', value: of.lot }]
  return letter({
    operator: of.operator,
    name: '',
    ...text,
    facts: [
      { label: 'Protocolo', value: of.protocol },
      { label: 'Motivo', value: contestReasons[of.reason].text },
      ...lot,
      { label: 'Ticket', value: groupCode(of.ticketCode) },
    ],
    link:
      to === 'driver'
        ? { label: 'VER A CONTESTAÇÃO', url: of.driverUrl }
        : { label: 'ABRIR A RECLAMAÇÃO', url: of.staffUrl },
  })
}
