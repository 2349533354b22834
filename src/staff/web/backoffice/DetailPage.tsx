import { type ReactNode, useCallback } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#kit/endpoint.ts'
import { callUntyped } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import type { StatusLabel } from '../../statusLabel.ts'
import { RecordLookedAt } from '../frame/lookedAt.ts'
import { StaffPage } from '../frame/StaffPage.tsx'
import { useIsOpen } from '../frame/useIsOpen.ts'
import css from './Ops.module.css'
import { type RecordAction, RecordActions } from './RecordActions.tsx'
import { Tag } from './Tag.tsx'

/** What a record is: its code, name or number, its state and its amount. */
type Heading = { title: string; status?: StatusLabel; amount?: string | null }

type RecordProps<T> = {
  /** 'Ticket'; the title until the record is here. */
  kind: string
  failed: string
  heading: (record: T) => Heading
  actions?: (record: T, reload: () => void) => readonly RecordAction[]
  /** Above the panels. */
  notice?: (record: T, reload: () => void) => ReactNode
  /** Panels, in two columns from 60em; those of the class `wide` take both. */
  children: (record: T, reload: () => void) => ReactNode
}

type DetailProps<T> = RecordProps<T> & {
  endpoint: Omit<Endpoint, 'method' | 'reply'> & {
    readonly method: 'GET'
    readonly reply: z.ZodMiniType<{ data: T }>
  }
  /** The endpoint's `:id`. */
  id: string
}

/** The screen of one record, by its endpoint. */
export function DetailPage<T>({ endpoint, id, ...page }: DetailProps<T>) {
  const load = useCallback(
    async (signal: AbortSignal) => (await callUntyped(endpoint, { params: { id }, signal })).data,
    [endpoint, id],
  )
  return <RecordPage load={load} {...page} />
}

/** `load` is memoised. */
export function RecordPage<T>({
  load,
  ...page
}: RecordProps<T> & { load: (signal: AbortSignal) => Promise<T> }) {
  const { kind, failed, heading, actions, children } = page
  const { view, reload } = useLoad<T>(useIsOpen() ? load : waitForPerson)
  if (view.state !== 'ready')
    return (
      <StaffPage title={kind}>
        {view.state === 'failed' ? (
          <LoadFailed title={failed} failure={view.failure} reload={reload} />
        ) : (
          <RecordSkeleton />
        )}
      </StaffPage>
    )
  const record = view.value
  const { title, status, amount } = heading(record)
  const notice = page.notice?.(record, reload)
  return (
    <StaffPage
      title={title}
      status={<Standing status={status} amount={amount} />}
      actions={actions && <RecordActions actions={actions(record, reload)} />}
    >
      <RecordLookedAt title={[`${kind} ${title}`, amount].filter(Boolean).join(', ')} />
      {notice}
      <div className={`${css.record} stack loose`} aria-busy={view.refreshing || undefined}>
        {children(record, reload)}
      </div>
    </StaffPage>
  )
}

const waitForPerson = () => new Promise<never>(() => undefined)

function Standing({ status, amount }: { status: StatusLabel | undefined; amount: Heading['amount'] }) {
  return (
    <>
      {status && <Tag of={status} />}
      {amount && (
        <p className="figure" translate="no">
          {amount}
        </p>
      )}
    </>
  )
}

function RecordSkeleton() {
  return (
    <div className={`${css.record} stack loose`}>
      <Panel>
        <Skeleton lines={6} label="Buscando dados, aguarde..." />
      </Panel>
      <Panel>
        <Skeleton lines={6} label="" />
      </Panel>
      <div className={`${css.wide} stack loose`}>
        <Panel>
          <Skeleton lines={4} label="" />
        </Panel>
      </div>
    </div>
  )
}
