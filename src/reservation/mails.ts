import { formatPhone } from '#checkout/phone.ts'
import { createDateFormat } from '#kit/text/formats.ts'
import { reaisText } from '#kit/money.ts'
import { renderMail } from '#kit/text/renderMail.ts'
import type { ReserveState } from './reservationState.ts'

export type Contact = Readonly<Record<'whatsapp' | 'phone' | 'email' | 'hours', string>>

/** Amounts are centavos; instants are shown in `timeZone`. */
type MailFacts = {
  readonly operator: string
  readonly name: string
  readonly lotName: string
  /** '' for none. */
  readonly reserveHint: string
  readonly vehicle: string
  readonly plate: string
  readonly ticketCode: string
  readonly holdCents: number
  readonly retainedCents: number
  /** Whether the car entered with an ordinary ticket; then nothing is retained. */
  readonly enteredAsWalkIn: boolean
  readonly arriveUntil: Date
  readonly timeZone: string
  readonly rate: readonly { readonly label: string; readonly value: string }[]
  readonly contact: Contact
  readonly portalUrl: string
}

type MailTexts = {
  readonly title: string
  /** `from` is the state before. */
  readonly lines: (of: MailFacts, from: ReserveState) => readonly string[]
  readonly hasGateCode?: true
}

const formatMoment = createDateFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

const reservationMails: Readonly<Partial<Record<ReserveState, MailTexts>>> = {
  preauthorised: {
    title: 'Sua vaga está reservada',
    hasGateCode: true,
    lines: (of) => [
      'Na entrada, uma câmera lê a placa e a cancela abre. Se a leitura falhar, aproxime o QR code acima do leitor.',
      ...(of.reserveHint === '' ? [] : [of.reserveHint]),
      'Antes de sair, autorize a saída pelo site ou aplicativo, para que o tempo seja calculado.',
      `${reaisText(of.holdCents)} estão pré-autorizados no seu cartão. Na saída só o tempo usado é cobrado, e o resto é liberado; o que passar desse valor é pago antes de sair.`,
      retainedText(of),
    ],
  },
  cancelled: { title: 'Sua reserva foi cancelada', lines: endedLines },
  no_show: {
    title: 'Sua reserva terminou: o veículo não chegou a tempo',
    lines: (of, from) => [`A chegada era esperada até ${arrivalText(of)}.`, ...endedLines(of, from)],
  },
  released: {
    title: 'A vaga reservada foi liberada',
    lines: ({ enteredAsWalkIn }, from) => [
      enteredAsWalkIn
        ? walkInMailText
        : from === 'held'
          ? 'A reserva não foi paga a tempo. Nada foi cobrado.'
          : 'O banco encerrou a pré-autorização antes da chegada. Nada foi cobrado; se vier, pague o ticket normalmente.',
    ],
  },
}

/** Whether a mail is sent for this state. */
export function hasMail(state: ReserveState): boolean {
  return reservationMails[state] !== undefined
}

/** Null if the state has no mail. */
export function composeReservationMail(to: ReserveState, from: ReserveState, of: MailFacts) {
  const texts = reservationMails[to]
  if (!texts) return null
  const withCode = texts.hasGateCode === true
  const facts = [
    { label: 'Estacionamento', value: of.lotName },
    { label: 'Veículo', value: `${of.vehicle}, ${of.plate}` },
    { label: 'Ticket', value: of.ticketCode.replace(/^(.{4})(.{4})(.{5})$/, '$1 $2 $3') },
    ...(withCode ? [{ label: 'Chegue até', value: arrivalText(of) }, ...of.rate] : []),
  ]
  const mail = renderMail({
    operator: of.operator,
    name: of.name,
    title: texts.title,
    lines: [...texts.lines(of, from), contactText('Dúvidas?', of.contact)],
    facts,
    ...(withCode && { image: { cid: codeImageCid, alt: 'QR code da reserva, para o leitor da cancela' } }),
    links: [{ label: 'MINHAS RESERVAS', url: `${of.portalUrl}/#/user/menu` }],
  })
  return { mail, withCode }
}

export const codeImageCid = 'qrcode'

function arrivalText({ arriveUntil, timeZone }: MailFacts): string {
  return formatMoment(arriveUntil, timeZone).replace(', ', ' às ')
}

function retainedText(of: MailFacts): string {
  return of.retainedCents === 0
    ? 'Se você cancelar antes de entrar ou não chegar a tempo, nada é cobrado.'
    : `Se você cancelar antes de entrar, ou não chegar até ${arrivalText(of)}, ${reaisText(of.retainedCents)} são cobrados e o resto é liberado.`
}

const walkInMailText =
  'O seu veículo entrou com um ticket comum: a permanência é paga por ele. Pela reserva nada é cobrado, e a pré-autorização é liberada no seu cartão.'

function endedLines(of: MailFacts, from: ReserveState): readonly string[] {
  if (from === 'held') return ['Nada foi cobrado.']
  if (of.enteredAsWalkIn) return [walkInMailText]
  return of.retainedCents === 0
    ? ['Nada é cobrado: toda a pré-autorização é liberada no seu cartão.']
    : [
        `${reaisText(of.retainedCents)} são cobrados do seu cartão, como informado antes do pagamento, e o resto da pré-autorização é liberado. O recibo vem em outro e-mail.`,
      ]
}

/** 'Dúvidas? WhatsApp (41) 99999-0000, ajuda@exemplo.com.br. Atendimento: das 7h às 23h.' */
export function contactText(lead: string, { whatsapp, phone, email, hours }: Contact): string {
  const ways = [
    ...(whatsapp === '' ? [] : [`WhatsApp ${formatPhone(whatsapp)}`]),
    ...(phone === '' ? [] : [`telefone ${formatPhone(phone)}`]),
    ...(email === '' ? [] : [email]),
  ]
  return `${lead} ${ways.join(', ')}.${hours === '' ? '' : ` Atendimento: ${hours}.`}`
}
