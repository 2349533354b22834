import { writeStored } from '#kit/web/state/webStorage.ts'

const key = 'guiche.session'

let version = 0

/** Answers to checks of an older version are dropped. */
export function currentSessionVersion(): number {
  return version
}

export function incrementSessionVersion(): void {
  version += 1
}

export function announceSessionChange(): void {
  incrementSessionVersion()
  writeStored('localStorage', key, Date.now())
}

export function onSessionChangeInOtherTab(ask: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key) ask()
  })
}
