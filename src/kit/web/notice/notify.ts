import { createStore } from '../state/store.ts'

export type NoticeKind = 'warning' | 'danger' | 'info' | 'success' | 'default'

export type Notice = {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
  /** Milliseconds on screen. */
  readonly timer: number
}

/** How long a notice stays unless a timer is given (docs/texts.md#4-notices), in ms. */
export const noticeMs: Readonly<Record<NoticeKind, number>> = {
  warning: 60_000,
  danger: 60_000,
  info: 3_000,
  success: 1_500,
  default: 1_500,
}

export const notices = createStore<readonly Notice[]>([])
let lastId = 0

/** `notify('Senha alterada com sucesso!', 'success')`. The same text twice shows once. Answers its id. */
export function notify(text: string, kind: NoticeKind = 'default', timer: number = noticeMs[kind]): number {
  lastId += 1
  const notice: Notice = { id: lastId, kind, text, timer }
  notices.set((now) => [...now.filter((other) => other.text !== text), notice])
  return notice.id
}

/** Takes a notice away. */
export function dismiss(id: number): void {
  notices.set((now) => now.filter((notice) => notice.id !== id))
}

/** Takes every notice away, as a new screen does with the warnings of the one before. */
export function dismissAll(): void {
  notices.set([])
}
