import { useState } from 'react'
import { formatReais } from '#kit/money.ts'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import ops from '#staff/web/backoffice/Ops.module.css'
import { ReasonDialog } from '#staff/web/backoffice/ReasonDialog.tsx'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import type { BackOfficeTicket } from '#ticket/backoffice.ts'
import { undoValidation } from '../../../deskContract.ts'
import { validationStates } from '../../../states.ts'

type Validation = BackOfficeTicket['validations'][number]
type Props = { entity: BackOfficeTicket; onChanged: () => void }

/** What shops gave the ticket; a standing one can be undone. */
export function TicketValidations({ entity, onChanged }: Props) {
  const [asked, setAsked] = useState<Validation | null>(null)
  const { validations, ticket } = entity
  if (validations.length === 0) return null
  return (
    <Panel title="Convênios">
      <ul className={`${ops.entries} stack loose`}>
        {validations.map((validation) => (
          <li key={validation.id}>
            <Row validation={validation} timeZone={ticket.time_zone} onUndo={() => setAsked(validation)} />
          </li>
        ))}
      </ul>
      {asked && <UndoDialog validation={asked} onChanged={onChanged} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

type RowProps = { validation: Validation; timeZone: string; onUndo: () => void }

function Row({ validation, timeZone, onUndo }: RowProps) {
  const { text, state, off, at, who, reason, undone_at: undoneAt, undone_reason: undoneReason } = validation
  const label = validationStates[state]
  return (
    <>
      <div className={ops.head}>
        <strong>{text}</strong>
        <Tag of={state === 'fixed' ? { ...label, text: `${label.text} ${formatReais(off.value)}` } : label} />
      </div>
      <small className={ops.reason}>
        {`${dateTimeText(at, timeZone)}, ${who}${reason === null ? '' : `: “${reason}”`}`}
      </small>
      {state === 'standing' && (
        <>
          <small>{`Agora desconta ${formatReais(off.value)}.`}</small>
          <div className={ops.buttons}>
            <Button variant="plain" aria-label={`Desfazer ${text}`} onClick={onUndo}>
              Desfazer
            </Button>
          </div>
        </>
      )}
      {undoneAt !== null && (
        <small className={ops.reason}>
          {`Desfeito em ${dateTimeText(undoneAt, timeZone)}${undoneReason === null ? '' : `: “${undoneReason}”`}`}
        </small>
      )}
    </>
  )
}

type DialogProps = { validation: Validation; onChanged: () => void; onClose: () => void }

function UndoDialog({ validation: { id, text }, onChanged, onClose }: DialogProps) {
  return (
    <ReasonDialog
      title="Desfazer o convênio?"
      yes="Desfazer"
      danger
      run={async (reason) => {
        await call(undoValidation, { params: { id }, body: { reason } })
        notify('Convênio desfeito.', 'success')
      }}
      onChanged={onChanged}
      onClose={onClose}
    >
      <p>{`${text}: o preço volta em 5 minutos. Um pagamento ou a saída até lá ainda conta com ele.`}</p>
    </ReasonDialog>
  )
}
