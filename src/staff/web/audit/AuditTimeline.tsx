import { useCallback } from 'react'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { type AuditRow, listAudit } from '../../contract.ts'
import type { WireHistory } from '../../fields.ts'
import ops from '../backoffice/Ops.module.css'
import { Timeline } from '../backoffice/Timeline.tsx'
import { useAccess } from '../frame/backoffice.ts'

type Props = {
  subject: string
  id: string
  /** The trail is loaded again with each new one. */
  record: unknown
}

/** The latest of a record's audit trail, for people who may read it. */
export function AuditTimeline(props: Props) {
  return useAccess('manager') ? <Trail {...props} /> : null
}

function Trail({ subject, id, record }: Props) {
  const load = useCallback(
    (signal: AbortSignal) => call(listAudit, { query: { subject, subject_id: id }, signal }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new record has a new trail
    [subject, id, record],
  )
  return (
    <LoadView load={useLoad(load)} lines={3} failed="Não foi possível carregar o que aconteceu">
      {({ data, meta }) =>
        data.length > 0 && (
          <div className={`${ops.wide} stack loose`}>
            <Timeline history={data.map(toHistory).reverse()} />
            {meta.last_page > 1 && (
              <RouteLink to="staff.audit" query={{ subject, subject_id: id }}>
                Ver tudo na Auditoria
              </RouteLink>
            )}
          </div>
        )
      }
    </LoadView>
  )
}

function toHistory({ at, action, who, changes }: AuditRow): WireHistory {
  const changed = changes.map(({ field, before, after }) =>
    [`${field}: `, before, before !== null && ' → ', after ?? 'vazio'].filter(Boolean).join(''),
  )
  return { at, who, text: [action, ...changed].join('. '), reason: null, amount: null }
}
