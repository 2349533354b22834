import type { ReactNode } from 'react'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import {
  authoriseExit,
  type BackOfficeTicket,
  handBackExcess,
  replaceTicket,
  waiveTicket,
} from '../../backoffice.ts'
import type { RecordAction } from '#staff/web/backoffice/RecordActions.tsx'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'

type Action = {
  readonly button: (entity: BackOfficeTicket) => string
  readonly title: string
  readonly yes: string
  readonly danger?: true
  readonly text: (entity: BackOfficeTicket) => string
  readonly run: (id: string, reason: string) => Promise<unknown>
  readonly done?: string
}

const actions: Readonly<Record<keyof BackOfficeTicket['can'], Action>> = {
  waive: {
    button: ({ ticket }) => `Isentar R$ ${ticket.valueHuman}`,
    title: 'Isentar o pagamento',
    yes: 'Isentar',
    text: ({ ticket }) =>
      `O motorista não paga os R$ ${ticket.valueHuman} devidos agora, e a saída abre dentro da tolerância.`,
    run: (id, reason) => call(waiveTicket, { params: { id }, body: { reason } }),
    done: 'Isenção registrada.',
  },
  handBack: {
    button: () => 'Devolvido ao motorista',
    title: 'Pago a mais',
    yes: 'Registrar devolução',
    danger: true,
    text: ({ overpaid }) =>
      `Registre só o que já foi entregue: R$ ${overpaid?.valueHuman ?? ''} pagos a mais em máquina ou caixa.`,
    run: (id, reason) => call(handBackExcess, { params: { id }, body: { reason } }),
    done: 'Devolução registrada.',
  },
  replace: {
    button: () => 'Ticket perdido',
    title: 'Ticket perdido',
    yes: 'Bloquear e emitir outro',
    danger: true,
    text: ({ id, lost_fee: fee }) =>
      `O ticket ${formatTicketCode(id)} deixa de abrir cancelas, e outro é emitido com a mesma entrada${fee.value === 0 ? ', sem taxa' : ` e a taxa de R$ ${fee.valueHuman}`}. Confira placa e hora com o motorista.`,
    run: async (id, reason) => {
      const { data } = await call(replaceTicket, { params: { id }, body: { reason } })
      notify(`Novo ticket: ${formatTicketCode(data.id)}`, 'info', 10_000)
      replaceWith('staff.ticket', { params: { code: data.id } })
    },
  },
  exit: {
    button: () => 'Liberar saída',
    title: 'Liberar a saída',
    yes: 'Liberar saída',
    text: ({ ticket }) =>
      `A cancela abre uma vez, dentro da tolerância de saída. Os R$ ${ticket.valueHuman} continuam devidos.`,
    run: (id, reason) => call(authoriseExit, { params: { id }, body: { reason } }),
    done: 'Saída liberada.',
  },
  left: {
    button: () => 'O carro já saiu',
    title: 'O carro já saiu',
    yes: 'Registrar saída',
    danger: true,
    text: ({ id }) => `O ticket ${formatTicketCode(id)} é encerrado agora, e nenhuma cancela abre com ele.`,
    run: (id, reason) => call(authoriseExit, { params: { id }, body: { reason, left: true } }),
    done: 'Saída registrada.',
  },
}

const actionOrder = ['exit', 'waive', 'handBack', 'replace', 'left'] as const

/** The first allowed one is primary, unless it cannot be undone. */
export function ticketActions(
  entity: BackOfficeTicket,
  reload: () => void,
  validate: (close: () => void) => ReactNode,
): readonly RecordAction[] {
  const allowed = actionOrder
    .filter((name) => entity.can[name])
    .map((name, place): RecordAction => {
      const { button, text, run, done, ...asked } = actions[name]
      return {
        text: button(entity),
        isPrimary: place === 0 && !asked.danger,
        ...(asked.danger && { isDanger: true }),
        dialog: (close) => (
          <ReasonDialog
            {...asked}
            run={async (reason) => {
              await run(entity.id, reason)
              if (done) notify(done, 'success')
            }}
            onChanged={reload}
            onClose={close}
          >
            <p>{text(entity)}</p>
          </ReasonDialog>
        ),
      }
    })
  const mayValidate = entity.ticket.has_partners === true && entity.exited_at === null
  return [
    ...allowed,
    ...(mayValidate ? [{ text: 'Validar convênio', dialog: validate }] : []),
    { text: 'Atualizar valor', run: reload },
  ]
}
