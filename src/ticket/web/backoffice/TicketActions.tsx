import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { replaceWith } from '#kit/web/route/routes.ts'
import { groupCode } from '#checkout/groupCode.ts'
import { type DeskTicket, replaceTicket, waiveTicket } from '../../backoffice.ts'
import css from '#staff/web/backoffice/Ops.module.css'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'

type Props = { entity: DeskTicket; reload: () => void }

export function TicketActions({ entity, reload }: Props) {
  const [asking, ask] = useState<'waive' | 'replace' | null>(null)
  const { can, ticket } = entity
  const dialog = { onClose: () => ask(null), onChanged: reload }
  if (!can.waive && !can.replace) return null
  return (
    <div className={css.buttons}>
      {can.waive && (
        <Button look="plain" onClick={() => ask('waive')}>
          Isentar R$ {ticket.valueHuman}
        </Button>
      )}
      {can.replace && (
        <Button look="plain" icon="ticket" onClick={() => ask('replace')}>
          Ticket perdido
        </Button>
      )}
      {asking === 'waive' && (
        <ReasonDialog
          {...dialog}
          title="Isentar o pagamento"
          yes="ISENTAR"
          run={(reason) => waive(entity, reason)}
        >
          <p>
            O motorista não paga os R$ {ticket.valueHuman} devidos agora, e a saída abre dentro da tolerância.
          </p>
        </ReasonDialog>
      )}
      {asking === 'replace' && (
        <ReasonDialog
          {...dialog}
          title="Ticket perdido"
          yes="BLOQUEAR E EMITIR OUTRO"
          danger
          run={(reason) => replace(entity, reason)}
        >
          <p>
            O ticket {groupCode(entity.id)} deixa de abrir cancelas, e outro é emitido com a mesma entrada
            {feeText(entity)}. Confira placa e hora com o motorista.
          </p>
        </ReasonDialog>
      )}
    </div>
  )
}

function feeText({ lost_fee: fee }: DeskTicket): string {
  return fee.value === 0 ? ', sem taxa' : ` e a taxa de R$ ${fee.valueHuman}`
}

async function waive({ id }: DeskTicket, reason: string): Promise<void> {
  await call(waiveTicket, { params: { id }, body: { reason } })
  notify('Isenção registrada.', 'success')
}

async function replace({ id }: DeskTicket, reason: string): Promise<void> {
  const { data } = await call(replaceTicket, { params: { id }, body: { reason } })
  notify(`Novo ticket: ${groupCode(data.id)}`, 'info', 10_000)
  replaceWith('staff.ticket', { params: { code: data.id } })
}
