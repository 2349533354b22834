import { hashLocation } from '../route/location.ts'
import { findRoute, screenKey } from '../route/routes.ts'
import { createStore } from '../state/store.ts'

export type NoticeKind = 'warning' | 'danger' | 'info' | 'success' | 'default'

export type Notice = {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  /** Milliseconds on screen, at the longest. */
  readonly timer: number
  /** When it was raised, in this device's milliseconds. */
  readonly at: number
  /** The screen that it belongs to: it goes with it (docs/spec.md#r18). */
  readonly owner: string
}

/** How long a notice stays unless a timer is given (docs/spec.md#notices), in ms. */
export const noticeMs: Readonly<Record<NoticeKind, number>> = {
  warning: 60_000,
  danger: 60_000,
  info: 3_000,
  success: 1_500,
  default: 1_500,
}

export const notices = createStore<readonly Notice[]>([])
let lastId = 0
/** Raised within this turn: whoever raises one and then goes on to another screen means it for that one. */
const fresh = new Set<number>()

function screenInView(): string {
  return screenKey(findRoute(hashLocation.get()))
}

/** `notify('Senha alterada com sucesso!', 'success')`. The same text twice shows once. Answers its id. */
export function notify(text: string, kind: NoticeKind = 'default', timer: number = noticeMs[kind]): number {
  lastId += 1
  const id = lastId
  const notice: Notice = { id, kind, text, timer, at: Date.now(), owner: screenInView() }
  notices.set((now) => [...now.filter((other) => other.text !== text), notice])
  fresh.add(id)
  setTimeout(() => fresh.delete(id))
  return id
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

/** Takes a notice away. */
export function dismiss(id: number): void {
  notices.set((now) => now.filter((notice) => notice.id !== id))
}

/** Takes away what went wrong before: the person tries again, and what goes wrong now is said anew. */
export function dismissTroubles(): void {
  if (notices.get().some(isTrouble)) notices.set((now) => now.filter((notice) => !isTrouble(notice)))
}

const isTrouble = ({ id, kind }: Notice) => (kind === 'danger' || kind === 'warning') && !fresh.has(id)

/** Takes every notice away, as a new login does with the warnings of the guest before. */
export function dismissAll(): void {
  notices.set([])
}
