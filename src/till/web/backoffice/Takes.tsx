import { useState } from 'react'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { call } from '#kit/web/call/call.ts'
import { Table } from '#kit/web/list/Table.tsx'
import { notify } from '#kit/web/notice/notify.ts'
import { hrefTo } from '#kit/web/route/routes.ts'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { dateTimeText, formatDayAndTime } from '#kit/web/time/instantTexts.ts'
import ops from '#staff/web/backoffice/Ops.module.css'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { undoTake, type WireTake, type WireTill } from '../../backoffice.ts'
import { takeMethods } from '../../states.ts'
import css from './Shift.module.css'

type Props = { till: WireTill; reload: () => void }

/** Every take, an undone one with who undid it and whether the car has left. */
export function Takes({ till, reload }: Props) {
  const [asked, setAsked] = useState<WireTake | null>(null)
  if (till.takes.length === 0) return <p>Nenhum recebimento neste caixa.</p>
  return (
    <section className={css.part}>
      <h2>Recebimentos</h2>
      <Table
        label="Recebimentos"
        rows={till.takes}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Recibo', cell: ({ receipt }) => receipt },
          {
            title: 'Ticket',
            cell: ({ ticket }) => (
              <a className={ops.code} href={hrefTo('staff.ticket', { params: { code: ticket } })}>
                {formatTicketCode(ticket)}
              </a>
            ),
          },
          { title: 'Quando', cell: ({ at, time_zone: zone }) => dateTimeText(at, zone) },
          { title: 'Forma', cell: ({ method }) => takeMethods[method].text },
          { title: 'Valor', cell: ({ amount }) => `R$\u00a0${amount.valueHuman}`, numeric: true },
        ]}
        under={(take) => take.undone && <Undone undone={take.undone} zone={take.time_zone} />}
        {...(till.can.undo && {
          actions: (take: WireTake) =>
            take.undone === null && (
              <button type="button" aria-label={`Desfazer ${take.receipt}`} onClick={() => setAsked(take)}>
                Desfazer
              </button>
            ),
        })}
      />
      {asked && <UndoDialog take={asked} onChanged={reload} onClose={() => setAsked(null)} />}
    </section>
  )
}

function Undone({ undone, zone }: { undone: NonNullable<WireTake['undone']>; zone: string }) {
  const { at, who, reason, car_left: hasLeft } = undone
  const car = hasLeft === null ? '' : hasLeft ? ' O carro saiu.' : ' O carro não saiu.'
  return (
    <p className={`${ops.soft} ${ops.reason}`}>
      {`Desfeito em ${dateTimeText(at, zone)} por ${who}: “${reason}”.${car}`}
    </p>
  )
}

type DialogProps = { take: WireTake; onChanged: () => void; onClose: () => void }

function UndoDialog({ take, onChanged, onClose }: DialogProps) {
  const { exit_until: until, amount, method } = take
  const opens = until !== null && Date.parse(until) > serverTime()
  const back = method === 'cash' ? 'Devolva o dinheiro ao motorista.' : 'Estorne na maquininha.'
  return (
    <ReasonDialog
      title={`Desfazer o recebimento de R$\u00a0${amount.valueHuman}?`}
      yes="Desfazer"
      danger
      run={async (reason) => {
        await call(undoTake, { params: { id: take.id }, body: { reason } })
        notify('Recebimento desfeito.', 'success')
      }}
      onChanged={onChanged}
      onClose={onClose}
    >
      <p>{`O valor volta a ser devido. ${back}`}</p>
      {opens && <p>{`Cancelas sem conexão ainda abrem até ${formatDayAndTime(until, take.time_zone)}.`}</p>}
    </ReasonDialog>
  )
}
