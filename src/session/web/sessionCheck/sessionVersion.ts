import { writeStored } from '#kit/web/state/webStorage.ts'

const key = 'guiche.session'

let version = 0

/** Older answers are stale. */
export function currentSessionVersion(): number {
  return version
}

export function bumpSessionVersion(): void {
  version += 1
}

export function announceSessionChange(): void {
  bumpSessionVersion()
  writeStored('localStorage', key, Date.now())
}

export function onSessionChangeInOtherTab(ask: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) ask()
  })
}
