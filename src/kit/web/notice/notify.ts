import { CallFailure, failureText } from '../failure.ts'
import { hashLocation } from '../route/location.ts'
import { findRoute, screenKey } from '../route/routes.ts'
import { createStore } from '../state/store.ts'

export type NoticeKind = 'warning' | 'danger' | 'info' | 'success' | 'default'

export type Notice = {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  readonly timer: number
  /** In ms of this device. */
  readonly at: number
  /** The screen that it ends with (docs/spec.md#r18). */
  readonly owner: string
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
/** Notices raised in this turn move along to the next screen. */
const fresh = new Set<number>()

function screenInView(): string {
  return screenKey(findRoute(hashLocation.get()))
}

/** Returns its id; a repeated text shows once. */
export function notify(
  text: string,
  kind: NoticeKind = 'default',
  how: number | { action: NoticeAction } = noticeMs[kind],
): number {
  const { timer, action } = typeof how === 'number' ? { timer: how } : { timer: noticeMs[kind], ...how }
  lastId += 1
  const id = lastId
  const same = notices.get().find((other) => other.text === text)
  const notice: Notice = {
    id,
    kind,
    text,
    timer,
    at: Date.now(),
    owner: screenInView(),
    action: action ?? same?.action,
  }
  notices.set((now) => [...now.filter((other) => other.text !== text), notice])
  fresh.add(id)
  setTimeout(() => fresh.delete(id))
  return id
}

/** Shows a `CallFailure`; throws any other error. */
export function notifyFailure(failure: unknown, kind: NoticeKind = 'danger'): void {
  if (!(failure instanceof CallFailure)) throw failure
  notify(failureText(failure), kind)
}

hashLocation.subscribe(() => {
  if (notices.get().length === 0) return
  const owner = screenInView()
  notices.set((now) =>
    now
      .filter((notice) => notice.owner === owner || fresh.has(notice.id))
      .map((notice) => (fresh.has(notice.id) ? { ...notice, owner } : notice)),
  )
})

export function dismiss(id: number): void {
  notices.set((now) => now.filter((notice) => notice.id !== id))
}

export function dismissText(text: string): void {
  notices.set((now) => now.filter((notice) => notice.text !== text))
}

export function dismissTroubles(): void {
  if (notices.get().some(isTrouble)) notices.set((now) => now.filter((notice) => !isTrouble(notice)))
}

const isTrouble = ({ id, kind }: Notice) => (kind === 'danger' || kind === 'warning') && !fresh.has(id)

export function dismissAll(): void {
  notices.set([])
}
