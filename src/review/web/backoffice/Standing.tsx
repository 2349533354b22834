import { Situation } from '#kit/web/notice/Situation.tsx'
import type { DeskTransaction } from '../../backoffice.ts'
import { caseRow, isEvent } from '#payment/cases.ts'
import { CloseCase } from './cases/CloseCase.tsx'
import { standingOf } from './standing.ts'

/** Cases and state of a payment; nothing when all is well. */
export function Standing({ entity, reload }: { entity: DeskTransaction; reload: () => void }) {
  const told = standingOf(entity)
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
      {told && (
        <Situation tone={told.tone} title={told.title} working={told.working === true}>
          <p>{told.text}</p>
        </Situation>
      )}
    </>
  )
}

/** The open refund has a panel of its own. */
function casesOf({ cases, can }: DeskTransaction) {
  return can.decide_refund ? cases.filter(({ kind }) => kind !== 'late_refund') : cases
}
