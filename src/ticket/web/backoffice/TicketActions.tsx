import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { authoriseExit, type BackOfficeTicket, replaceTicket, waiveTicket } from '../../backoffice.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'

type Action = {
  readonly button: (entity: BackOfficeTicket) => string
  readonly title: string
  readonly yes: string
  readonly danger?: boolean
  readonly text: (entity: BackOfficeTicket) => string
  readonly run: (entity: BackOfficeTicket, reason: string) => Promise<void>
}

const actions: Readonly<Record<keyof BackOfficeTicket['can'], Action>> = {
  waive: {
    button: ({ ticket }) => `Isentar R$ ${ticket.valueHuman}`,
    title: 'Isentar o pagamento',
    yes: 'ISENTAR',
    text: ({ ticket }) =>
      `O motorista não paga os R$ ${ticket.valueHuman} devidos agora, e a saída abre dentro da tolerância.`,
    run: waive,
  },
  replace: {
    button: () => 'Ticket perdido',
    title: 'Ticket perdido',
    yes: 'BLOQUEAR E EMITIR OUTRO',
    danger: true,
    text: (entity) =>
      `O ticket ${groupCode(entity.id)} deixa de abrir cancelas, e outro é emitido com a mesma entrada${feeText(entity)}. Confira placa e hora com o motorista.`,
    run: replace,
  },
  exit: {
    button: () => 'Liberar saída',
    title: 'Liberar a saída',
    yes: 'LIBERAR SAÍDA',
    text: ({ ticket }) =>
      `A cancela abre uma vez, dentro da tolerância de saída. Os R$ ${ticket.valueHuman} continuam devidos.`,
    run: (entity, reason) => letOut(entity, { reason }),
  },
  left: {
    button: () => 'O carro já saiu',
    title: 'O carro já saiu',
    yes: 'REGISTRAR SAÍDA',
    danger: true,
    text: ({ id }) => `O ticket ${groupCode(id)} é encerrado agora, e nenhuma cancela abre com ele.`,
    run: (entity, reason) => letOut(entity, { reason, left: true }),
  },
}

const order = ['exit', 'waive', 'replace', 'left'] as const

export function TicketActions({ entity, reload }: { entity: BackOfficeTicket; reload: () => void }) {
  const [asking, ask] = useState<keyof typeof actions | null>(null)
  const allowed = order.filter((name) => entity.can[name])
  const action = asking === null ? null : actions[asking]
  if (allowed.length === 0) return null
  return (
    <div className={css.buttons}>
      {allowed.map((name) => (
        <Button key={name} look="plain" onClick={() => ask(name)}>
          {actions[name].button(entity)}
        </Button>
      ))}
      {action !== null && (
        <ReasonDialog
          title={action.title}
          yes={action.yes}
          {...(action.danger ? { danger: true } : {})}
          run={(reason) => action.run(entity, reason)}
          onClose={() => ask(null)}
          onChanged={reload}
        >
          <p>{action.text(entity)}</p>
        </ReasonDialog>
      )}
    </div>
  )
}

function feeText({ lost_fee: fee }: BackOfficeTicket): string {
  return fee.value === 0 ? ', sem taxa' : ` e a taxa de R$ ${fee.valueHuman}`
}

async function waive({ id }: BackOfficeTicket, reason: string): Promise<void> {
  await call(waiveTicket, { params: { id }, body: { reason } })
  notify('Isenção registrada.', 'success')
}

async function letOut({ id }: BackOfficeTicket, body: { reason: string; left?: boolean }): Promise<void> {
  await call(authoriseExit, { params: { id }, body })
  notify(body.left ? 'Saída registrada.' : 'Saída liberada.', 'success')
}

async function replace({ id }: BackOfficeTicket, reason: string): Promise<void> {
  const { data } = await call(replaceTicket, { params: { id }, body: { reason } })
  notify(`Novo ticket: ${groupCode(data.id)}`, 'info', 10_000)
  replaceWith('staff.ticket', { params: { code: data.id } })
}
