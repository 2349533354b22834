import { Callout } from '#kit/web/notice/Callout.tsx'
import { caseRow, cases } from '#payment/cases.ts'
import { isStaffClosed, type StaffClosedKind } from '#payment/caseKinds.ts'
import { noticeOf } from './paymentNotice.ts'
import { call } from '#kit/web/call/call.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { ReasonButton } from '#staff/web/backoffice/ReasonDialog.tsx'
import { closeCase, type BackOfficeTransaction } from '../../backoffice.ts'

export function PaymentNotices({ entity, reload }: { entity: BackOfficeTransaction; reload: () => void }) {
  const notice = noticeOf(entity)
  return (
    <>
      {casesOf(entity).map(({ kind, amount, notifications }) => (
        <Callout key={kind} tone="warn" title={caseRow(kind).text}>
          <p>{`R$ ${amount.valueHuman}. ${caseRow(kind).todo}`}</p>
          {notifications > 1 && (
            <p>
              <strong>{`A adquirente avisou ${notifications} vezes.`}</strong> Confira no site dela se cada
              aviso é outro caso.
            </p>
          )}
          {entity.can.close && isStaffClosed(kind) && (
            <CloseCase entity={entity} kind={kind} reload={reload} />
          )}
        </Callout>
      ))}
      {notice && (
        <Callout tone={notice.tone} title={notice.title} showsSpinner={notice.working === true}>
          <p>{notice.text}</p>
        </Callout>
      )}
    </>
  )
}

function casesOf({ cases, can }: BackOfficeTransaction) {
  return can.decide_refund ? cases.filter(({ kind }) => kind !== 'late_refund') : cases
}

type Props = { entity: BackOfficeTransaction; kind: StaffClosedKind; reload: () => void }

function CloseCase({ entity: { id }, kind, reload }: Props) {
  const close = async (reason: string) => {
    await call(closeCase, { params: { id, kind }, body: { reason } })
    notify('Caso encerrado.', 'success', 3_000)
  }
  return (
    <ReasonButton
      button="Encerrar o caso"
      title="Encerrar o caso"
      yes="Encerrar"
      run={close}
      onChanged={reload}
    >
      <p>{`${cases[kind].text}: diga como foi resolvido. O dinheiro não muda de lugar.`}</p>
    </ReasonButton>
  )
}
