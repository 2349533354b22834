import { useEffect, useEffectEvent } from 'react'
import { openDialogs } from '#kit/web/dialog/Dialog.tsx'

/** The digits of a scan follow each other faster, also on a slow machine. A scan that ends with Enter does not wait. */
const pauseMs = 700
/** A digit that comes later than this after a scan begins another one. */
const nextScanMs = 400
/** Some scanners send Enter twice. */
const secondEnterMs = 500

/**
 * Calls `onCode` for 13 digits that are typed in a row, in whatever field, at their Enter or after a pause. That Enter
 * presses nothing.
 */
export function useScanner(onCode: (code: string) => void): void {
  const scanned = useEffectEvent(onCode)
  useEffect(() => listenForScans((code) => scanned(code)), [])
}

/** The returned function removes the listeners. */
function listenForScans(scanned: (code: string) => void): () => void {
  let typed = ''
  let reported: string | null = null
  let last: KeyboardEvent | undefined
  let quietUntilMs = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    const code = codeOfKeys(typed)
    if (code === null || code === reported) return
    reported = code
    scanned(code)
  }
  const forget = () => {
    typed = ''
    reported = null
  }
  const readEnter = (event: KeyboardEvent) => {
    report()
    if (codeOfKeys(typed) !== null) quietUntilMs = event.timeStamp + secondEnterMs
    forget()
    if (event.timeStamp > quietUntilMs) return
    event.preventDefault()
    event.stopPropagation()
  }
  const readSign = (event: KeyboardEvent) => {
    // A found ticket moves the focus to the amount.
    const isNext = reported !== null && event.timeStamp - (last?.timeStamp ?? 0) > nextScanMs
    if (isNext || event.target !== last?.target) forget()
    last = event
    typed += event.key
    if (codeOfKeys(typed) !== null) pause = setTimeout(report, pauseMs)
  }
  const read = (event: KeyboardEvent) => {
    clearTimeout(pause)
    if (event.key === 'Shift') return
    const isAlone = openDialogs.get().length === 0 && !event.ctrlKey && !event.metaKey
    if (isAlone && event.key === 'Enter') return readEnter(event)
    quietUntilMs = 0
    if (isAlone && event.key.length === 1) readSign(event)
    else forget()
  }
  addEventListener('keydown', read, true)
  addEventListener('pointerdown', forget, true)
  return () => {
    clearTimeout(pause)
    removeEventListener('keydown', read, true)
    removeEventListener('pointerdown', forget, true)
  }
}

/** The last 13 digits, also after an amount or a scanner's symbology identifier (']C0'); null for fewer. */
function codeOfKeys(typed: string): string | null {
  const plain = typed.replace(/^.*\][a-z][0-9a-z]/i, '')
  return /\d{13}$/.exec(plain)?.[0] ?? null
}
