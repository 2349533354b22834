import { Situation } from '#kit/web/notice/Situation.tsx'
import type { BackOfficeTransaction } from '../../backoffice.ts'
import { caseRow, isEvent } from '#payment/cases.ts'
import { CloseCase } from './cases/CloseCase.tsx'
import { noticeOf } from './paymentNotice.ts'

/** Cases and state of a payment; nothing when all is well. */
export function PaymentNotices({ entity, reload }: { entity: BackOfficeTransaction; reload: () => void }) {
  const notice = noticeOf(entity)
  return (
    <>
      {casesOf(entity).map(({ kind, amount, told: times }) => (
        <Situation key={kind} tone="warn" title={caseRow(kind).text}>
          <p>
            R$ {amount.valueHuman}. {caseRow(kind).todo}
          </p>
          {times > 1 && (
            <p>
              <strong>A adquirente avisou {times} vezes.</strong> Confira no site dela se cada aviso é outro
              caso.
            </p>
          )}
          {entity.can.close && isEvent(kind) && <CloseCase entity={entity} kind={kind} reload={reload} />}
        </Situation>
      ))}
      {notice && (
        <Situation tone={notice.tone} title={notice.title} working={notice.working === true}>
          <p>{notice.text}</p>
        </Situation>
      )}
    </>
  )
}

/** The open refund has a panel of its own. */
function casesOf({ cases, can }: BackOfficeTransaction) {
  return can.decide_refund ? cases.filter(({ kind }) => kind !== 'late_refund') : cases
}
