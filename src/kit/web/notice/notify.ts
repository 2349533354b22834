import { CallFailure, failureText } from '../failure.ts'
import { hashLocation } from '../route/location.ts'
import { findRoute, screenKey } from '../route/routes.ts'
import { createStore } from '../state/store.ts'

export type NoticeKind = 'warning' | 'danger' | 'info' | 'success' | 'default'

export type Notice = {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  readonly durationMs: number
  readonly shownAt: number
  /** Leaving this screen removes the notice (docs/spec.md#r18). */
  readonly screenKey: string
  readonly action?: NoticeAction | undefined
}

type NoticeAction = { readonly text: string; readonly run: () => void }

/** docs/spec.md#notices */
export const noticeMs: Readonly<Record<NoticeKind, number>> = {
  warning: 60_000,
  danger: 60_000,
  info: 3_000,
  success: 1_500,
  default: 1_500,
}

export const notices = createStore<readonly Notice[]>([])
let lastId = 0
/** Notices raised in this turn of the event loop follow to the next screen. */
const freshIds = new Set<number>()

function currentScreenKey(): string {
  return screenKey(findRoute(hashLocation.get()))
}

/** Returns its id; a repeated text shows once. */
export function notify(
  text: string,
  kind: NoticeKind = 'default',
  options: number | { action: NoticeAction } = noticeMs[kind],
): number {
  const { durationMs, action } =
    typeof options === 'number' ? { durationMs: options } : { durationMs: noticeMs[kind], ...options }
  lastId += 1
  const id = lastId
  const same = notices.get().find((other) => other.text === text)
  const notice: Notice = {
    id,
    kind,
    text,
    durationMs,
    shownAt: performance.now(),
    screenKey: currentScreenKey(),
    action: action ?? same?.action,
  }
  notices.set((now) => [...now.filter((other) => other.text !== text), notice])
  freshIds.add(id)
  setTimeout(() => freshIds.delete(id))
  return id
}

/** Shows a `CallFailure`; throws any other error. */
export function notifyFailure(failure: unknown, kind: NoticeKind = 'danger'): void {
  if (!(failure instanceof CallFailure)) throw failure
  notify(failureText(failure), kind)
}

hashLocation.subscribe(() => {
  if (notices.get().length === 0) return
  const screenKey = currentScreenKey()
  notices.set((now) =>
    now
      .filter((notice) => notice.screenKey === screenKey || freshIds.has(notice.id))
      .map((notice) => (freshIds.has(notice.id) ? { ...notice, screenKey } : notice)),
  )
})

export function dismissNotice(id: number): void {
  notices.set((now) => now.filter((notice) => notice.id !== id))
}

export function dismissNoticeText(text: string): void {
  notices.set((now) => now.filter((notice) => notice.text !== text))
}

export function dismissErrorNotices(): void {
  if (notices.get().some(isErrorNotice)) notices.set((now) => now.filter((notice) => !isErrorNotice(notice)))
}

const isErrorNotice = ({ id, kind }: Notice) => (kind === 'danger' || kind === 'warning') && !freshIds.has(id)

export function dismissAllNotices(): void {
  notices.set([])
}
