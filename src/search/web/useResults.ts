import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { useStore } from '#kit/web/state/store.ts'
import { useSession } from '#session/web/session.ts'
import { areasFor } from '#staff/web/frame/backoffice.ts'
import { lookedAt } from '#staff/web/frame/lookedAt.ts'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { searchBackOffice, shortestSearch } from '../backoffice.ts'
import {
  foundResults,
  isWholeName,
  recentResults,
  type Result,
  screenResults,
  type SearchState,
} from './results.ts'

const pauseMs = 250

/** Screens at once, and what the server finds once the person pauses; a newer text aborts the older search. */
export function useResults(typed: string, onOpen: (result: Result) => void) {
  const text = typed.trim()
  const [sought, setSought] = useState('')
  const [opened, setOpened] = useState<string | null>(null)
  useEffect(() => {
    const timeout = setTimeout(() => setSought(text), pauseMs)
    return () => clearTimeout(timeout)
  }, [text])
  const { view } = useLoad(useCallback((signal: AbortSignal) => find(sought, signal), [sought]))
  const answer = view.state === 'ready' && view.value.text === text ? view.value : null
  const state: SearchState = view.state === 'failed' ? 'failed' : answer ? 'ready' : 'waiting'
  const user = useSession()?.user
  const recent = useStore(lookedAt)
  const isShort = text.length < shortestSearch
  const screens = isShort || !user ? [] : screenResults(areasFor(user), text)
  const results = text === '' ? recentResults(recent) : [...screens, ...foundResults(answer?.found ?? [])]
  const first = results[0]
  const openAsked = useEffectEvent(() => {
    if (opened !== text || state !== 'ready') return
    setOpened(null)
    if (first && (results.length === 1 || isWholeName(text))) onOpen(first)
  })
  useEffect(() => openAsked(), [opened, state])
  const openFirst = () => {
    setSought(text)
    setOpened(text)
  }
  return { results, state: isShort ? 'ready' : state, openFirst } as const
}

async function find(text: string, signal: AbortSignal) {
  const found =
    text.length < shortestSearch ? [] : (await call(searchBackOffice, { query: { q: text }, signal })).data
  return { text, found }
}
